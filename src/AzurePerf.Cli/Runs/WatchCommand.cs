using System.CommandLine;
using AzurePerf.Cli.Invocation;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf watch`.</summary>
internal sealed class WatchCommand : ToolCommand
{
    private readonly Argument<string> _run = RunArgument.Create();
    private readonly WaitOptions _wait = new(always: true);

    public WatchCommand(Func<ParseResult, Session> open)
        : base(
            "watch",
            "Follows a run to its end, then prints what it found. Ctrl-C ends the watch, not the run.",
            "azureperf watch 4x2k",
            "azureperf watch 4x2k --verbose",
            "azureperf watch 4x2k --output csv > points.csv",
            "azureperf watch 4x2k --timeout 600 --quiet")
    {
        Add(_run);
        _wait.AddTo(this);
        SetAction((parsed, cancellationToken) =>
            ExecuteAsync(open(parsed), parsed.GetRequiredValue(_run), _wait.Read(parsed)!, cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string text, Waiting waiting, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        return await RunFeedSubscription.FollowAsync(
            session, api, await RunPrefix.ResolveAsync(api, text, cancellationToken), waiting, cancellationToken);
    }
}
