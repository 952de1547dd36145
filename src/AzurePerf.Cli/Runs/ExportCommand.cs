using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf export`.</summary>
internal sealed class ExportCommand : ToolCommand
{
    private const string Parquet = "parquet";
    private const string Svg = "svg";
    private readonly Argument<string> _run = RunArgument.Create();
    private readonly Option<string> _format = new("--format")
    {
        Description = "csv, parquet or jsonl: every metric of every point; json: run, points and events in one document; "
            + "hlog: latencies per second and outcome, for any HdrHistogram tool; samples: single operations, as CSV; "
            + "junit: criteria as tests, for a build; svg: the chart named by --chart.",
        Required = true,
    };

    private readonly Option<string?> _chart = new("--chart")
    {
        Description = "The chart to draw, with --format svg: rate, say. The error for a name that the run does not have lists all.",
        HelpName = "CHART",
    };

    private readonly Option<FileInfo?> _out = PathOption.File("--out", "The file to write, in place of standard output.");

    public ExportCommand(Func<ParseResult, Session> open)
        : base(
            "export",
            "Writes what a run measured to a file.",
            "azureperf export 4x2k --format csv --out points.csv",
            "azureperf export 4x2k --format parquet --out points.parquet",
            "azureperf export 4x2k --format hlog > latencies.hlog",
            "azureperf export 4x2k --format svg --chart rate --out rate.svg")
    {
        _format.AcceptOnlyFromAmong("csv", Parquet, "jsonl", "json", "hlog", "samples", "junit", Svg);
        Add(_run);
        Add(_format);
        Add(_chart);
        Add(_out);
        Validators.Add(result =>
        {
            if (result.GetResult(_format) is { Tokens: [{ Value: Parquet }] } && result.GetValue(_out) is null)
            {
                result.AddError("parquet is binary: name the file with --out");
            }

            var draws = result.GetResult(_format) is { Tokens: [{ Value: Svg }] };
            if (draws != (result.GetValue(_chart) is not null))
            {
                result.AddError(draws ? "name the chart to draw with --chart, rate, say" : "--chart goes with --format svg only");
            }
        });
        SetAction((parsed, cancellationToken) => ExecuteAsync(
            open(parsed), parsed.GetRequiredValue(_run), parsed.GetRequiredValue(_format), parsed.GetValue(_chart), parsed.GetValue(_out),
            cancellationToken));
    }

    private static async Task<int> ExecuteAsync(
        Session session, string text, string format, string? chart, FileInfo? file, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi(OutputFile.Patience);
        var run = await RunPrefix.ResolveAsync(api, text, cancellationToken);
        using var content = await (chart is null
            ? api.ExportAsync(run, format, cancellationToken)
            : api.DrawAsync(run, chart, cancellationToken));
        await OutputFile.WriteAsync(session, file, content, cancellationToken);
        return ExitCode.Ok;
    }
}
