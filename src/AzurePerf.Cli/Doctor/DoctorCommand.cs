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
    private readonly Option<bool> _clean = new("--clean") { Description = "Also remove what ended runs left in a target." };
    private readonly Option<string?> _target = new("--target")
    {
        Description = "With --clean: the target to clean. [default default]",
        HelpName = "NAME",
    };
    private readonly Option<bool> _wait = new("--wait") { Description = "With --clean: wait until it is done." };

    public DoctorCommand(Func<ParseResult, Session> open)
        : base(
            "doctor",
            "Checks this machine and the API, and says what to do about each problem.",
            "azureperf doctor",
            "azureperf doctor --clean --wait")
    {
        Add(_clean);
        Add(_target);
        Add(_wait);
        Validators.Add(result =>
        {
            if (!result.GetValue(_clean) && (result.GetValue(_wait) || result.GetValue(_target) is not null))
            {
                result.AddError("--wait and --target need --clean");
            }
        });
        SetAction((parsed, cancellationToken) => ExecuteAsync(open(parsed), Read(parsed), cancellationToken));
    }

    internal DoctorArguments Read(ParseResult parsed) => new(parsed.GetValue(_clean), parsed.GetValue(_target), parsed.GetValue(_wait));

    private static async Task<int> ExecuteAsync(Session session, DoctorArguments arguments, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var findings = (await new Checks(session, api).RunAsync(cancellationToken)).ToList();
        ApiDocument<RunResponse>? run = null;
        var code = ExitCode.Failure;
        if (arguments.Clean)
        {
            try
            {
                run = await CleanAsync(session, api, arguments, cancellationToken);
                findings.Add(Describe(session, run.Value, arguments.Wait, await RemovedAsync(api, run.Value, cancellationToken)));
            }
            catch (CommandFailure failure)
            {
                // What was found may be why.
                findings.Add(new("clean-up", false, failure.Message.Replace("\n", "; ", StringComparison.Ordinal)));
                code = failure.ExitCode;
            }
        }

        session.Write(
            () => FindingReport.Table(findings, session.Sheet),
            () => FindingReport.Csv(findings),
            FindingReport.Json(findings, run?.Json));
        return findings.All(finding => finding.Ok) ? ExitCode.Ok : code;
    }

    private static async Task<ApiDocument<RunResponse>> CleanAsync(
        Session session, ApiClient api, DoctorArguments arguments, CancellationToken cancellationToken)
    {
        var run = await SubmittedRun.SendAsync(
            session, MaintenanceRun.Experiment, () => api.CleanAsync(arguments.Target, cancellationToken));
        if (!arguments.Wait)
        {
            return run;
        }

        await session.Progress.DuringAsync(progress =>
            new RunFollower(api, session.Context.Time).FollowAsync(run.Value.Id, progress, cancellationToken));
        return await api.GetRunAsync(run.Value.Id, cancellationToken);
    }

    private static async Task<string?> RemovedAsync(ApiClient api, RunResponse run, CancellationToken cancellationToken) =>
        run.Status == RunStatus.Completed ? CleanUpResult.Said((await api.GetEventsAsync(run.Id, cancellationToken)).Value) : null;

    private static Finding Describe(Session session, RunResponse run, bool waited, string? removed) => run.Status switch
    {
        RunStatus.Completed => new("clean-up", true, $"run {run.Id} {removed ?? "removed what ended runs had left"}"),
        RunStatus.CompletedWithErrors or RunStatus.Failed or RunStatus.Cancelled => new(
            "clean-up", false, $"run {run.Id} {RunPhase.WordFor(run.Status)}: {run.Reason}",
            "look into the TaskManager's and the workers' logs, then try again"),
        _ =>
            new("clean-up", true, waited
                ? $"run {run.Id} {RunPhase.WordFor(run.Status)}"
                : session.Sheet.Advise($"run {run.Id} started; `azureperf watch {run.Id}` follows it")),
    };
}

/// <summary>What `doctor` was told.</summary>
/// <param name="Clean">Remove what ended runs left behind.</param>
/// <param name="Target">Where; null for the default target.</param>
/// <param name="Wait">Wait until that is done.</param>
internal sealed record DoctorArguments(bool Clean, string? Target, bool Wait);
