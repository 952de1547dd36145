using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Doctor;

/// <summary>`azureperf doctor`.</summary>
internal sealed class DoctorCommand : ToolCommand
{
    private readonly Option<bool> _clean = new("--clean") { Description = "Also remove what ended runs left in their targets." };
    private readonly Option<bool> _wait = new("--wait") { Description = "With --clean: wait until it is done." };

    public DoctorCommand(Func<ParseResult, Session> open)
        : base(
            "doctor",
            "Checks this machine and the API, and says what to do about each problem.",
            "azureperf doctor",
            "azureperf doctor --clean --wait")
    {
        Add(_clean);
        Add(_wait);
        Validators.Add(result =>
        {
            if (result.GetValue(_wait) && !result.GetValue(_clean))
            {
                result.AddError("--wait needs --clean");
            }
        });
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), parsed.GetValue(_clean), parsed.GetValue(_wait), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(Session session, bool clean, bool wait, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var findings = (await new Checks(session, api).RunAsync(cancellationToken)).ToList();
        ApiDocument<RunResponse>? run = null;
        if (clean)
        {
            run = await CleanAsync(session, api, wait, cancellationToken);
            findings.Add(Describe(run.Value, wait));
        }

        session.Write(
            () => FindingReport.Table(findings, session.Paint),
            () => FindingReport.Csv(findings),
            FindingReport.Json(findings, run?.Json));
        return findings.All(finding => finding.Ok) ? ExitCode.Ok : ExitCode.Failure;
    }

    private static async Task<ApiDocument<RunResponse>> CleanAsync(Session session, ApiClient api, bool wait, CancellationToken cancellationToken)
    {
        var run = await api.CleanAsync(cancellationToken);
        if (!wait)
        {
            return run;
        }

        await session.Progress.DuringAsync(progress =>
            new RunFollower(api, session.Context.Time).FollowAsync(run.Value.Id, progress, cancellationToken));
        return await api.GetRunAsync(run.Value.Id, cancellationToken);
    }

    private static Finding Describe(RunResponse run, bool waited) => run.Status switch
    {
        RunStatus.Completed => new("clean-up", true, $"run {run.Id} removed what ended runs had left"),
        RunStatus.Failed or RunStatus.Cancelled => new(
            "clean-up", false, $"run {run.Id} {RunPhase.WordFor(run.Status)}: {run.Reason}", "look into the TaskManager's and the workers' logs, then try again"),
        _ => new("clean-up", true, $"run {run.Id} {(waited ? RunPhase.WordFor(run.Status) : "started; `azureperf watch " + run.Id + "` follows it")}"),
    };
}
