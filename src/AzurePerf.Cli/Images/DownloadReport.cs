using System.Text.Json;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Images;

/// <summary>What a download brought of a run.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Folder">Where its files are.</param>
/// <param name="Files">What is there now.</param>
/// <param name="Older">Files that were left out because they are older than asked for.</param>
/// <param name="Missing">Files that the server does not have any more.</param>
internal sealed record DownloadedRun(
    string RunId, string Folder, IReadOnlyList<BroughtFile> Files, int Older, IReadOnlyList<string> Missing);

/// <summary>The end of a download in the formats of the command line.</summary>
internal static class DownloadReport
{
    /// <summary>A sentence for each run.</summary>
    public static string Table(IReadOnlyCollection<DownloadedRun> runs, Sheet sheet) => runs.Count == 0
        ? "no run with images has ended since then\n"
        : string.Concat(runs.SelectMany(run => sheet.Wrap(Sentence(run))).Select(line => line + "\n"));

    public static string Csv(IReadOnlyCollection<DownloadedRun> runs)
    {
        var csv = new CsvText("runId", "path", "bytes", "wasThere");
        foreach (var run in runs)
        {
            foreach (var file in run.Files)
            {
                csv.Add(run.RunId, file.Path, file.Bytes, file.WasThere);
            }
        }

        return csv.ToString();
    }

    public static string Json(DownloadedRun run) => JsonSerializer.Serialize(run, ApiJson.Options);

    public static string Json(DirectoryInfo folder, IEnumerable<DownloadedRun> runs) =>
        JsonSerializer.Serialize(new { folder = folder.FullName, runs }, ApiJson.Options);

    private static string Sentence(DownloadedRun run)
    {
        var loaded = run.Files.Where(file => !file.WasThere).ToArray();
        var kept = run.Files.Count - loaded.Length;
        return $"{NumberFormat.Counted(loaded.Length, "file")} downloaded, {NumberFormat.Megabytes(loaded.Sum(file => file.Bytes))} MB"
            + (kept > 0 ? $"; {NumberFormat.Count(kept)} already there" : "")
            + (run.Older > 0 ? $"; {NumberFormat.Count(run.Older)} older" : "")
            + (run.Missing.Count > 0 ? $"; {NumberFormat.Count(run.Missing.Count)} missing" : "")
            + $"; in {run.Folder}";
    }
}
