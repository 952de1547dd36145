using System.CommandLine;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Shares;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Shares;

/// <summary>`azureperf share` and the commands below it.</summary>
internal sealed class ShareCommand : ToolCommand
{
    private const int HoursOfDay = 24;

    private readonly Argument<string[]> _runs = new("RUN")
    {
        Description = "A run, or several to share their comparison, the baseline first: ids, or the beginnings of them.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    private readonly Option<int?> _days = IntegerOption.CreateOptional(
        "--days", "Days until the link ends. [default 7]", 1, ShareLimits.MostHours / HoursOfDay);

    public ShareCommand(Func<ParseResult, Session> open)
        : base(
            "share",
            "Makes a link that shows one run or one comparison until it ends, to those whom the operator lets in by links: usually who can "
                + "sign in, or on one machine who uses it.",
            "azureperf share 4x2k",
            "azureperf share 4x2k 7ahq --days 30",
            "azureperf share list",
            "azureperf share revoke 4x2kabcdefghij234567")
    {
        Add(_runs);
        Add(_days);
        Add(new ListSharesCommand(open));
        Add(new RevokeShareCommand(open));
        SetAction((parsed, cancellationToken) =>
            ExecuteAsync(open(parsed), parsed.GetValue(_runs) ?? [], parsed.GetValue(_days), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string[] runs, int? days, CancellationToken cancellationToken)
    {
        if (runs.Length == 0)
        {
            throw CommandFailure.Usage("name the run to share, such as `azureperf share 4x2k`, or list or revoke");
        }

        using var api = session.OpenApi();
        var ids = new List<string>();
        foreach (var run in runs)
        {
            ids.Add(await RunPrefix.ResolveAsync(api, run, cancellationToken));
        }

        var request = new JsonObject { ["address"] = ids.Count == 1 ? "/runs/" + ids[0] : "/compare?runs=" + string.Join(",", ids) };
        if (days is { } count)
        {
            request["expiresInHours"] = count * HoursOfDay;
        }

        var share = await session.SendAsync(
            () => api.CreateShareAsync(request, cancellationToken),
            "whether the link was made is not known; `azureperf share list` shows it, if there is one: nobody has it, so revoke it");
        session.Say(
            $"shows {share.Value.Address} until {NumberFormat.Minute(share.Value.ExpiresAt)}, id {share.Value.Id}; the link is not shown "
                + "again");
        session.WriteOnce(
            () => session.Write(() => share.Value.Link!, () => ShareReport.Csv([share.Value], withLink: true), share.Json),
            $"nobody has the link {share.Value.Id}, which was made: revoke it, `azureperf share revoke {share.Value.Id}`");
        return ExitCode.Ok;
    }
}
