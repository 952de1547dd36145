using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;

namespace AzurePerf.Cli.Runs;

/// <summary>Prints the results of a run in the format that was asked for.</summary>
internal static class RunPrinter
{
    /// <summary>Prints all points published so far.</summary>
    public static async Task<PointListResponse> PrintResultsAsync(
        Session session, ApiClient api, RunResponse run, bool eachPoint, CancellationToken cancellationToken) =>
        await PrintResultsAsync(session, api, run, await api.GetPointsAsync(run.Id, cancellationToken), eachPoint, cancellationToken);

    /// <summary>Prints points.</summary>
    public static async Task<PointListResponse> PrintResultsAsync(
        Session session, ApiClient api, RunResponse run, ApiDocument<PointListResponse> points, bool eachPoint,
        CancellationToken cancellationToken)
    {
        var experiment = session.Format == OutputFormat.Table
            ? await api.FindExperimentAsync(run.Spec.Experiment, cancellationToken)
            : null;
        session.Write(
            () => ResultReport.Render(experiment, run, points.Value, eachPoint, session.Sheet),
            () => PointCsv.Render(run, points.Value),
            points.Json);
        return points.Value;
    }
}
