using System.ComponentModel;
using System.Text;
using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Logs;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Texts;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Charts;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Runs;

/// <summary>/api/v1/runs/{id}/export: what a run measured, as a file.</summary>
internal static class ExportApi
{
    private const string Samples = "samples";
    private static readonly string[] Formats = ["csv", "parquet", "jsonl", "json", "hlog", Samples, "junit", "html", "md"];

    public static void MapExport(this IEndpointRouteBuilder runs) => runs.MapGet("/{id}/export", ExportAsync)
            .Explain("exportRun", "What a run measured, as a file.", ProblemTypes.InvalidRequest, ProblemTypes.NotFound)
            .GivesFile("text/csv", PointParquet.ContentType, "application/jsonl", "application/json", "text/plain", "application/xml",
                "text/html", "text/markdown");

    private static async Task<Results<FileContentHttpResult, PushStreamHttpResult, ProblemHttpResult>> ExportAsync(
        HttpContext context,
        string id,
        [Description("csv, parquet, jsonl, json, hlog, samples, junit, html or md.")] string? format,
        RunReader reader,
        MeasurementFiles files,
        ExperimentCatalogue experiments,
        BaselineStore baselines,
        BaselineStandings standings,
        CancellationToken cancellationToken)
    {
        if (!Formats.Contains(format))
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, [new("format", "must be one of " + string.Join(", ", Formats))]);
        }

        if (format is "html" or "md")
        {
            return IdText.IsValid(id) && await reader.ResultsAsync(id, cancellationToken) is { } document
                ? RunDocument.FileOf(
                    document,
                    await standings.CompareAsync(
                        document, await baselines.FindAsync(BaselineSubject.Of(document.Run), cancellationToken), cancellationToken),
                    format)
                : NotFound(context);
        }

        if (!IdText.IsValid(id)
            || await reader.FindAsync(id, cancellationToken) is not { } run
            || await reader.ResultsAsync(id, cancellationToken) is not { } results)
        {
            return NotFound(context);
        }

        var points = results.ToPoints();
        var name = format switch { Samples => $"{id}.samples.csv", "junit" => $"{id}.junit.xml", _ => $"{id}.{format}" };
        return format switch
        {
            "csv" => TypedResults.Stream(body => WriteCsvAsync(body, run, points, cancellationToken), "text/csv; charset=utf-8", name),
            "parquet" => TypedResults.Stream(
                body => PointParquet.WriteAsync(body, run, points, experiments.Find(run.Spec.Experiment), cancellationToken),
                PointParquet.ContentType,
                name),
            "json" => TypedResults.File(
                JsonSerializer.SerializeToUtf8Bytes(
                    new RunDocumentResponse(run, points, await reader.EventsAsync(id, cancellationToken)) { Curves = results.Curves },
                    ApiJson.Options),
                "application/json",
                name),
            "jsonl" => TypedResults.File(Encoding.UTF8.GetBytes(PointJsonLines.Render(run, points)), "application/jsonl", name),
            "junit" => TypedResults.File(JUnitReport.Write(results.Run, points.Criteria, points.Disclaimer), "application/xml", name),
            Samples => TypedResults.Stream(
                body => WriteSamplesAsync(body, points, files, cancellationToken), "text/csv; charset=utf-8", name),
            _ => TypedResults.Stream(body => WriteLogAsync(body, run, points, files, cancellationToken), "text/plain; charset=utf-8", name),
        };
    }

    private static ProblemHttpResult NotFound(HttpContext context) =>
        ApiProblem.From(context, ProblemTypes.NotFound, "there is no run with this id");

    private static async Task WriteCsvAsync(Stream body, RunResponse run, PointListResponse points, CancellationToken cancellationToken)
    {
        foreach (var part in PointCsv.Parts(run, points))
        {
            await body.WriteAsync(Encoding.UTF8.GetBytes(part), cancellationToken);
        }
    }

    /// <summary>One point after the other, because the logs of a long run together may not fit into memory.</summary>
    private static async Task WriteLogAsync(
        Stream body, RunResponse run, PointListResponse points, MeasurementFiles files, CancellationToken cancellationToken)
    {
        await WriteAsync(log => log.WriteHeader(run.Id, run.Spec.Experiment, points.Disclaimer));
        foreach (var point in points.Points.Where(point => point.DetailsBlob.Length > 0).OrderBy(point => point.Number))
        {
            if (await files.FindLogAsync(point.DetailsBlob, cancellationToken) is not { } blob)
            {
                continue;
            }

            var details = await TryReadAsync(files, point.DetailsBlob, cancellationToken);
            var problem = details?.ProblemOf(blob.ToArray());
            try
            {
                await WriteAsync(log =>
                {
                    if (problem is not null)
                    {
                        log.LeaveOut(point.Number, problem);
                    }
                    else
                    {
                        log.Add(point.Number, point.Levels.ToJsonString(), blob.ToString());
                    }
                });
            }
            catch (InvalidDataException damaged)
            {
                await WriteAsync(log => log.LeaveOut(point.Number, damaged.Message));
            }
        }

        async Task WriteAsync(Action<RunLatencyLog> write)
        {
            await using var text = new StringWriter();
            write(new(text, run.SubmittedAt));
            await body.WriteAsync(Encoding.UTF8.GetBytes(text.ToString()), cancellationToken);
        }
    }

    private static async Task WriteSamplesAsync(
        Stream body, PointListResponse points, MeasurementFiles files, CancellationToken cancellationToken)
    {
        var table = new RunSamples(points.Disclaimer);
        await body.WriteAsync(Encoding.UTF8.GetBytes(table.Header), cancellationToken);
        foreach (var point in points.Points.Where(point => point.DetailsBlob.Length > 0).OrderBy(point => point.Number))
        {
            if (await TryReadAsync(files, point.DetailsBlob, cancellationToken) is { } details)
            {
                await body.WriteAsync(Encoding.UTF8.GetBytes(table.Of(point.Number, details.Samples)), cancellationToken);
            }
        }
    }

    /// <summary>Null for details that are gone or that this build cannot read: then there are no samples, and nobody knows which log is
    /// theirs.</summary>
    private static async Task<PointObservation?> TryReadAsync(MeasurementFiles files, string name, CancellationToken cancellationToken)
    {
        try
        {
            return await files.ReadAsync(name, cancellationToken);
        }
        catch (InvalidDataException)
        {
            return null;
        }
    }
}
