using System.CommandLine;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Invocation;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf rerun`.</summary>
internal sealed class RerunCommand : ToolCommand
{
    private readonly Argument<string> _run = RunArgument.Create();
    private readonly Option<bool> _newSeed = new("--new-seed") { Description = "With other random draws: another order, other payloads and keys." };
    private readonly WaitOptions _wait = new();

    public RerunCommand(Func<ParseResult, Session> open)
        : base(
            "rerun",
            "Submits an earlier run again as it was, with the same seed unless told otherwise.",
            "azureperf rerun 4x2k --wait",
            "azureperf rerun 4x2k --new-seed")
    {
        Add(_run);
        Add(_newSeed);
        _wait.AddTo(this);
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed.GetRequiredValue(_run), parsed.GetValue(_newSeed), _wait.Read(parsed), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, string text, bool newSeed, Waiting? waiting, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var body = new JsonObject { ["seed"] = newSeed ? "new" : "same" };
        var submitted = await api.RepeatAsync(await RunPrefix.ResolveAsync(api, text, cancellationToken), "rerun", body, cancellationToken);
        return await SubmittedRun.FinishAsync(session, api, submitted, waiting, cancellationToken);
    }
}
