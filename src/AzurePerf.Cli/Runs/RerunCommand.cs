using System.CommandLine;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Invocation;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf rerun`.</summary>
internal sealed class RerunCommand : ToolCommand
{
    private readonly Argument<string> _run = RunArgument.Create();
    private readonly Option<bool> _newSeed = new("--new-seed")
    {
        Description = "With other random draws: another order, other payloads and keys.",
    };
    private readonly SubmissionOptions _submission = new();

    public RerunCommand(Func<ParseResult, Session> open)
        : base(
            "rerun",
            "Submits an earlier run again as it was, with the same seed unless told otherwise.",
            "azureperf rerun 4x2k --wait",
            "azureperf rerun 4x2k --new-seed")
    {
        Add(_run);
        Add(_newSeed);
        _submission.AddTo(this);
        SetAction((parsed, cancellationToken) =>
            ExecuteAsync(
                open(parsed), parsed.GetRequiredValue(_run), parsed.GetValue(_newSeed), _submission.Read(parsed), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(
        Session session, string text, bool newSeed, SubmissionArguments submission, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var body = new JsonObject { ["seed"] = newSeed ? "new" : "same" };
        var run = await RunPrefix.ResolveAsync(api, text, cancellationToken);
        return await new ProposedRun(session, api, submission)
            .FinishAsync(cancelled => api.EstimateRepeatAsync(run, "rerun", body, cancelled),
                cancelled => api.RepeatAsync(run, "rerun", body, cancelled), cancellationToken);
    }
}
