using System.CommandLine;
using System.Text.Json;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Images;

/// <summary>`azureperf images download`.</summary>
internal sealed class DownloadImagesCommand : ToolCommand
{
    private readonly Argument<string> _run = RunArgument.Create();
    private readonly Option<DirectoryInfo> _to = new("--to")
    {
        Description = "The folder; it is made where it is not there.",
        HelpName = "DIR",
        Required = true,
    };

    private readonly Option<bool> _periods = new("--periods")
    {
        Description = "The images of each period too, a GeoTIFF and its STAC item for each tile.",
    };

    public DownloadImagesCommand(Func<ParseResult, Session> open)
        : base(
            "download",
            "Downloads the pictures and tables of a run with its manifest and provenance. The same command goes on after an interruption.",
            "azureperf images download 4x2k --to alps",
            "azureperf images download 4x2k --to alps --periods",
            "azureperf images download 4x2k --to alps --output csv --quiet")
    {
        Add(_run);
        Add(_to);
        Add(_periods);
        SetAction((parsed, cancellationToken) => ExecuteAsync(
            open(parsed), parsed.GetRequiredValue(_run), parsed.GetRequiredValue(_to), parsed.GetValue(_periods), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(
        Session session, string text, DirectoryInfo to, bool withPeriods, CancellationToken cancellationToken)
    {
        using var api = session.OpenApi();
        var run = await RunPrefix.ResolveAsync(api, text, cancellationToken);
        var images = (await api.GetImagesAsync(run, cancellationToken)).Value;
        var (manifest, results, folder) = (RunFile.Manifest(images), RunFile.OfResults(images), new DownloadFolder(to));
        var download = new ImageDownload(api, run, folder, session.Context.Time);
        folder.RemoveAbandoned(session.Context.Time.GetUtcNow());
        await download.BringManifestAsync(manifest, cancellationToken);
        RunFile[] files =
        [
            RunFile.Provenance(images), .. results,
            .. withPeriods ? RunFile.OfPeriods(run, await PeriodsAsync(folder, manifest, cancellationToken)) : [],
        ];
        try
        {
            await session.Progress.CountAsync($"{run}: files", files.Length, async progress =>
            {
                for (var done = 0; done < files.Length; progress(++done))
                {
                    await download.BringAsync(files[done], cancellationToken);
                }

                return files.Length;
            });
        }
        catch (Exception exception) when (exception is OperationCanceledException or CommandFailure)
        {
            session.Tell(
                $"{NumberFormat.Count(download.Brought.Count)} of {NumberFormat.Counted(files.Length + 1, "file")} are in {folder.Path}; "
                    + "the same command goes on with the others");
            throw;
        }

        Print(session, run, folder, download.Brought);
        return ExitCode.Ok;
    }

    /// <summary>The images of periods that were made.</summary>
    private static async Task<IReadOnlyList<ManifestPeriod>> PeriodsAsync(
        DownloadFolder folder, RunFile manifest, CancellationToken cancellationToken)
    {
        var periods = new List<ManifestPeriod>();
        try
        {
            await using var stream = folder.Open(manifest);
            await foreach (var entry in ImageManifestReader.ReadAsync(stream, cancellationToken))
            {
                if (entry is ManifestPeriod { ValuesHash.Length: > 0 } period)
                {
                    periods.Add(period);
                }
            }
        }
        catch (InvalidDataException exception)
        {
            throw new CommandFailure($"{manifest.Path} does not say which periods there are: {exception.Message}", cause: exception);
        }

        return periods;
    }

    private static void Print(Session session, string run, DownloadFolder folder, IReadOnlyList<BroughtFile> files) => session.Write(
        () => string.Concat(session.Sheet.Wrap(Sentence(folder, files)).Select(line => line + "\n")),
        () =>
        {
            var csv = new CsvText("runId", "path", "bytes", "wasThere");
            foreach (var file in files)
            {
                csv.Add(run, file.Path, file.Bytes, file.WasThere);
            }

            return csv.ToString();
        },
        JsonSerializer.Serialize(new { runId = run, folder = folder.Path, files }, ApiJson.Options));

    private static string Sentence(DownloadFolder folder, IReadOnlyList<BroughtFile> files)
    {
        var kept = files.Count(file => file.WasThere);
        return $"{NumberFormat.Counted(files.Count, "file")}, {NumberFormat.Megabytes(files.Sum(file => file.Bytes))} MB, in {folder.Path}"
            + (kept > 0 ? $"; {NumberFormat.Count(kept)} were there already" : "");
    }
}
