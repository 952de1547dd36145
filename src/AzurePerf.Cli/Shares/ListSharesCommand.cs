using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Shares;

/// <summary>`azureperf share list`.</summary>
internal sealed class ListSharesCommand : ToolCommand
{
    public ListSharesCommand(Func<ParseResult, Session> open)
        : base("list", "Lists links: what each shows, until when, whose it is, and when it was opened first.", "azureperf share list",
            "azureperf share list --output csv") =>
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), cancellationToken));

    private static async Task<int> ExecuteAsync(Session session, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var list = await api.ListSharesAsync(cancellationToken);
        foreach (var fault in list.Value.Faults)
        {
            session.Say("a stored link makes no sense and shows nothing: " + fault);
        }

        session.Write(
            () => ShareReport.Table(list.Value.Shares, session.Sheet), () => ShareReport.Csv(list.Value.Shares, withLink: false),
            list.Json);
        return ExitCode.Ok;
    }
}
