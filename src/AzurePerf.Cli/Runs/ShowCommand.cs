using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf show`.</summary>
internal sealed class ShowCommand : ToolCommand
{
    private readonly Argument<string> _run = RunArgument.Create();
    private readonly Option<bool> _each = new("--each-point") { Description = "One row per point instead of one per configuration." };
    private readonly Option<bool> _state = new("--state")
    {
        Description = "Only the run's state and stages; with json the run's own document.",
    };

    public ShowCommand(Func<ParseResult, Session> open)
        : base(
            "show",
            "Shows a run: state, stages and results so far.",
            "azureperf show 4x2k",
            "azureperf show 4x2k --each-point",
            "azureperf show 4x2k --output csv > points.csv",
            "azureperf show 4x2k --state --output json")
    {
        Add(_run);
        Add(_each);
        Add(_state);
        Validators.Add(result =>
        {
            if (result.GetValue(_state) && result.GetValue(_each))
            {
                result.AddError("--state leaves the results out, so that --each-point has no rows to show");
            }
        });
        SetAction((parsed, cancellationToken) => ExecuteAsync(
            open(parsed), parsed.GetRequiredValue(_run), parsed.GetValue(_each), parsed.GetValue(_state), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(
        Session session, string text, bool eachPoint, bool stateOnly, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var run = await api.GetRunAsync(await RunPrefix.ResolveAsync(api, text, cancellationToken), cancellationToken);
        var experiment = session.Format == OutputFormat.Table
            ? await api.FindExperimentAsync(run.Value.Spec.Experiment, cancellationToken)
            : null;
        var now = session.Context.Time.GetUtcNow();
        if (stateOnly)
        {
            session.Write(() => StateReport.Table(experiment, run.Value, now, session.Sheet), () => StageTable.Csv(run.Value), run.Json);
            return ExitCode.Ok;
        }

        if (session.Format == OutputFormat.Table)
        {
            session.Write(() => StateReport.Table(experiment, run.Value, now, session.Sheet) + "\n", () => "", "");
        }

        await RunPrinter.PrintResultsAsync(session, api, run.Value, eachPoint, cancellationToken);
        return ExitCode.Ok;
    }
}
