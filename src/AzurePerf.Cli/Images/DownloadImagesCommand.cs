using System.CommandLine;
using System.Net;
using System.Runtime.CompilerServices;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Images;

/// <summary>`azureperf images download`.</summary>
internal sealed class DownloadImagesCommand : ToolCommand
{
    private const int RunsOnPage = 200;
    private const int MostPages = 20;

    /// <summary>Of a run whose products were all removed there are thousands.</summary>
    private const int MostNamed = 10;

    private readonly Argument<string?> _run = new("RUN")
    {
        Description = "The run's id, or the beginning of it. Left out with --since: all runs that ended since then.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private readonly Option<DirectoryInfo> _to = PathOption.Folder(
        "--to", "The folder; it is made where it is not there. Several runs get a folder each in it, named by the run.");

    private readonly Option<bool> _periods = new("--periods")
    {
        Description = "The images of each period too, a GeoTIFF and its STAC item for each tile.",
    };

    private readonly Option<string?> _since = new("--since")
    {
        Description = "Only files stored since then: a date or time (UTC where it does not say), or how long ago, such as 12h or 2d.",
        HelpName = "WHEN",
    };

    public DownloadImagesCommand(Func<ParseResult, Session> open)
        : base(
            "download",
            "Downloads the pictures and tables of a run with its manifest and provenance. The same command goes on after an interruption, "
                + "and skips files that are there with the same content.",
            "azureperf images download 4x2k --to alps",
            "azureperf images download 4x2k --to alps --periods",
            "azureperf images download 4x2k --to alps --since 2024-02-01",
            "azureperf images download --since 2d --to news",
            "azureperf images download 4x2k --to alps --output csv --quiet")
    {
        Add(_run);
        Add(_to);
        Add(_periods);
        Add(_since);
        SetAction((parsed, cancellationToken) => ExecuteAsync(
            open(parsed), parsed.GetValue(_run), parsed.GetRequiredValue(_to), parsed.GetValue(_periods), parsed.GetValue(_since),
            cancellationToken));
    }

    private static async Task<int> ExecuteAsync(
        Session session, string? text, DirectoryInfo to, bool withPeriods, string? since, CancellationToken cancellationToken)
    {
        DateTimeOffset? from = since is null ? null : SinceTime.Read(since, session.Context.Time.GetUtcNow());
        using var api = session.OpenApi();
        if (text is not null)
        {
            var run = await RunPrefix.ResolveAsync(api, text, cancellationToken);
            var images = (await api.GetImagesAsync(run, cancellationToken)).Value;
            var result = await DownloadAsync(session, api, run, images, to, withPeriods, from, cancellationToken);
            session.Write(
                () => DownloadReport.Table([result], session.Sheet), () => DownloadReport.Csv([result]), DownloadReport.Json(result));
            return CodeOf([result]);
        }

        var (results, failed) = (new List<DownloadedRun>(), false);
        await foreach (var run in RunsSinceAsync(
            api, from ?? throw CommandFailure.Usage("name a run, or say with --since from when on runs are meant"), cancellationToken))
        {
            try
            {
                // Of a run that failed early there are none, or they were removed since.
                if ((await api.FindImagesAsync(run, cancellationToken)).Images is { Value: var images })
                {
                    var folder = new DirectoryInfo(Path.Combine(to.FullName, run));
                    results.Add(await DownloadAsync(session, api, run, images, folder, withPeriods, from, cancellationToken));
                }
            }
            catch (CommandFailure failure)
                when (failure is not (ApiFailure { Unreachable: true } or ApiFailure { Status: HttpStatusCode.Unauthorized }))
            {
                failed = true;
                session.Tell($"run {run}: {failure.Message}");
            }
        }

        session.Write(
            () => failed && results.Count == 0 ? "no run was downloaded\n" : DownloadReport.Table(results, session.Sheet),
            () => DownloadReport.Csv(results),
            DownloadReport.Json(to, results));
        return failed ? ExitCode.Failure : CodeOf(results);
    }

    private static int CodeOf(IEnumerable<DownloadedRun> results) =>
        results.Any(result => result.Missing.Count > 0) ? ExitCode.Failure : ExitCode.Ok;

    /// <summary>Runs that make images and ended since a time, oldest first, among the newest that there are.</summary>
    private static async IAsyncEnumerable<string> RunsSinceAsync(
        ApiClient api, DateTimeOffset since, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var runs = new List<string>();
        var page = (await api.ListRunsAsync(
            RunsOnPage, [("experiment", ModisPipelineOptions.Definition.Id), ("state", "ended")], cancellationToken)).Value;
        for (var pages = 1; ; pages++)
        {
            runs.AddRange(page.Runs.Where(run => run.EndedAt >= since).Select(run => run.Id));
            if (page.Next is not { } next || pages >= MostPages)
            {
                break;
            }

            page = (await api.NextRunsAsync(next, cancellationToken)).Value;
        }

        foreach (var run in runs.AsEnumerable().Reverse())
        {
            // It becomes the name of a folder.
            yield return IdText.IsValid(run) ? run : throw new CommandFailure($"the server names a run '{PlainText.OneLine(run)}'");
        }
    }

    private static async Task<DownloadedRun> DownloadAsync(
        Session session, ApiClient api, string run, ImageListResponse images, DirectoryInfo to, bool withPeriods, DateTimeOffset? since,
        CancellationToken cancellationToken)
    {
        var (manifest, results, folder) = (RunFile.Manifest(images), RunFile.OfResults(images), new DownloadFolder(to));
        var download = new ImageDownload(api, run, folder, since, session.Context.Time);
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
            session.Tell($"{Came()}; the same command goes on with the others");
            throw;
        }

        foreach (var (_, reason) in download.Missing.Take(MostNamed))
        {
            session.Tell(reason);
        }

        if (download.Missing.Count > 0)
        {
            session.Tell($"{Came()}; the server does not have {NumberFormat.Count(download.Missing.Count)} any more");
        }

        return new(run, folder.Path, download.Brought, download.Older, [.. download.Missing.Select(file => file.Path)]);

        string Came() =>
            $"{NumberFormat.Count(download.Brought.Count)} of {NumberFormat.Counted(files.Length + 1, "file")} are in {folder.Path}";
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
}
