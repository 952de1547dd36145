using System.CommandLine;
using System.Text.Json;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf report`.</summary>
internal sealed class ReportCommand : ToolCommand
{
    private readonly Argument<string> _run = RunArgument.Create();
    private readonly Option<bool> _each = new("--each-point") { Description = "One row per point instead of one per configuration." };
    private readonly Option<bool> _recompute = new("--recompute")
    {
        Description =
            "Compute every number again from the stored histograms and clients, check that they are unchanged, and say what differs from "
                + "what was published.",
    };

    private readonly DocumentOptions _document = new();

    public ReportCommand(Func<ParseResult, Session> open)
        : base(
            "report",
            "Reports the results of a run, as published or computed again from its raw data.",
            "azureperf report 4x2k",
            "azureperf report 4x2k --format html --out report.html",
            "azureperf report 4x2k --format markdown >> $GITHUB_STEP_SUMMARY",
            "azureperf report 4x2k --recompute",
            "azureperf report 4x2k --recompute --output json > recomputed.json")
    {
        Add(_run);
        Add(_each);
        Add(_recompute);
        _document.AddTo(this);
        Validators.Add(result =>
        {
            if (_document.IsGiven(result) && (result.GetValue(_recompute) || result.GetValue(_each)))
            {
                result.AddError("--format gives the whole report: leave out --recompute and --each-point");
            }
        });
        SetAction((parsed, cancellationToken) => _document.Read(parsed) is { } document
            ? DocumentAsync(open(parsed), parsed.GetRequiredValue(_run), document, cancellationToken)
            : ExecuteAsync(
                open(parsed), parsed.GetRequiredValue(_run), parsed.GetValue(_each), parsed.GetValue(_recompute), cancellationToken));
    }

    /// <summary>Made where the charts' script is: in the portal's host.</summary>
    private static async Task<int> DocumentAsync(
        Session session, string text, DocumentRequest document, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi(OutputFile.Patience);
        using var content = await api.ExportAsync(
            await RunPrefix.ResolveAsync(api, text, cancellationToken), document.Format, cancellationToken);
        await OutputFile.WriteAsync(session, document.File, content, cancellationToken);
        return ExitCode.Ok;
    }

    private static async Task<int> ExecuteAsync(
        Session session, string text, bool eachPoint, bool recompute, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var run = (await api.GetRunAsync(await RunPrefix.ResolveAsync(api, text, cancellationToken), cancellationToken)).Value;
        if (!recompute)
        {
            await RunPrinter.PrintResultsAsync(session, api, run, eachPoint, cancellationToken);
            return ExitCode.Ok;
        }

        var published = (await api.GetPointsAsync(run.Id, cancellationToken)).Value;
        var recomputed = await RecomputeAsync(session, api, published, cancellationToken);
        var experiment = session.Format == OutputFormat.Table
            ? await api.FindExperimentAsync(run.Spec.Experiment, cancellationToken)
            : null;
        Print(session, experiment, run, published, recomputed, eachPoint);
        return recomputed.Any(point => RecomputationText.IsFault(point.State)) ? ExitCode.Failure : ExitCode.Ok;
    }

    /// <summary>One request per point: the raw data of a long run together may be gigabytes.</summary>
    private static async Task<IReadOnlyList<PointRecomputation>> RecomputeAsync(
        Session session, ApiClient api, PointListResponse published, CancellationToken cancellationToken) =>
        await session.Progress.CountAsync("computing points again", published.Points.Count, async counted =>
        {
            var recomputed = new List<PointRecomputation>();
            foreach (var point in published.Points)
            {
                recomputed.Add((await api.RecomputePointAsync(published.RunId, point.Number, cancellationToken)).Value);
                counted(recomputed.Count);
            }

            return recomputed;
        });

    private static void Print(
        Session session, ExperimentResponse? experiment, RunResponse run, PointListResponse published,
        IReadOnlyList<PointRecomputation> recomputed, bool eachPoint)
    {
        var points = published with { Points = [.. recomputed.Select(point => point.Point)] };
        session.Write(
            () => ResultReport.Render(experiment, run, points, eachPoint, session.Sheet) + "\n"
                + RecomputationText.Render(recomputed, session.Sheet),
            () => PointCsv.Render(run, points),
            JsonSerializer.Serialize(recomputed, ApiJson.Options));
        if (session.Format == OutputFormat.Csv)
        {
            foreach (var line in RecomputationText.Render(recomputed, session.Sheet).Split('\n', StringSplitOptions.RemoveEmptyEntries))
            {
                session.Say(line);
            }
        }
    }
}
