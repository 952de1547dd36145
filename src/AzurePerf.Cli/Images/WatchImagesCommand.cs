using System.CommandLine;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Runs;

namespace AzurePerf.Cli.Images;

/// <summary>`azureperf images watch`.</summary>
internal sealed class WatchImagesCommand : ToolCommand
{
    private readonly Argument<string> _run = RunArgument.Create();
    private readonly WaitOptions _wait = new(always: true);

    public WatchImagesCommand(Func<ParseResult, Session> open)
        : base(
            "watch",
            "Follows a run to its end, then says what was made. Ctrl-C ends the watch, not the run.",
            "azureperf images watch 4x2k",
            "azureperf images watch 4x2k --timeout 600 --quiet")
    {
        Add(_run);
        _wait.AddTo(this);
        SetAction((parsed, cancellationToken) =>
            ExecuteAsync(open(parsed), parsed.GetRequiredValue(_run), _wait.Read(parsed)!, cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string text, Waiting waiting, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var run = await RunPrefix.ResolveAsync(api, text, cancellationToken);
        var code = await RunFeedSubscription.FollowAsync(session, api, run, waiting, cancellationToken);
        await ImageReport.SayMadeAsync(session, api, run, code, cancellationToken);
        return code;
    }
}
