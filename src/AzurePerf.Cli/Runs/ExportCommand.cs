using System.CommandLine;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Runs;

/// <summary>`azureperf export`.</summary>
internal sealed class ExportCommand : ToolCommand
{
    private const string Parquet = "parquet";
    private readonly Argument<string> _run = RunArgument.Create();
    private readonly Option<string> _format = new("--format")
    {
        Description = "csv, parquet or jsonl: every metric of every point; json: run, points and events in one document; "
            + "hlog: latencies per second and outcome, for any HdrHistogram tool; samples: single operations, as CSV.",
        Required = true,
    };

    private readonly Option<FileInfo?> _out = new("--out")
    {
        Description = "The file to write, in place of standard output.",
        HelpName = "FILE",
    };


    public ExportCommand(Func<ParseResult, Session> open)
        : base(
            "export",
            "Writes what a run measured to a file.",
            "azureperf export 4x2k --format csv --out points.csv",
            "azureperf export 4x2k --format parquet --out points.parquet",
            "azureperf export 4x2k --format hlog > latencies.hlog")
    {
        _format.AcceptOnlyFromAmong("csv", Parquet, "jsonl", "json", "hlog", "samples");
        Add(_run);
        Add(_format);
        Add(_out);
        Validators.Add(result =>
        {
            if (result.GetResult(_format) is { Tokens: [{ Value: Parquet }] } && result.GetValue(_out) is null)
            {
                result.AddError("parquet is binary: name the file with --out");
            }
        });
        SetAction((parsed, cancellationToken) => ExecuteAsync(
            open(parsed), parsed.GetRequiredValue(_run), parsed.GetRequiredValue(_format), parsed.GetValue(_out), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(
        Session session, string text, string format, FileInfo? file, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var content = await api.ExportAsync(await RunPrefix.ResolveAsync(api, text, cancellationToken), format, cancellationToken);
        await OutputFile.WriteAsync(session, file, content, cancellationToken);
        return ExitCode.Ok;
    }
}
