using System.CommandLine;
using System.Text;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Invocation;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Files;
using AzurePerf.Core.Texts;
using AzurePerf.Imagery;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Stations;

namespace AzurePerf.Cli.Images;

/// <summary>`azureperf images match`.</summary>
internal sealed class MatchImagesCommand : ToolCommand
{
    private const int MostFaultsShown = 20;
    private const int MinutesOfWeek = 7 * 24 * 60;

    private readonly Argument<string> _run = RunArgument.Create();
    private readonly Option<string> _stations = new("--stations")
    {
        Description = "A CSV of readings: a line that names the columns name, latitude, longitude, time and value, then a line for each. "
            + "Values are in the unit of the images. - is standard input.",
        HelpName = "FILE",
        Required = true,
    };

    private readonly Option<int> _minutes = IntegerOption.Create(
        "--minutes",
        "How many minutes before or after the nearest granule of an image a reading may be. Of products of tiles, whose time of day is not "
            + "known, a reading is compared with the image of its day (UTC).",
        0, MinutesOfWeek, 30);

    private readonly Option<FileInfo?> _out = PathOption.File("--out", "The file to write each reading with its match to, as CSV.");

    private readonly Option<FileInfo?> _picture = PathOption.File(
        "--picture", "The file to write a scatter plot to, as SVG: nearest pixels against readings.", "FILE.svg");

    public MatchImagesCommand(Func<ParseResult, Session> open)
        : base(
            "match",
            "Compares the images of a run with what sensors on the ground measured: bias, RMSE, and the pixels of each reading. "
                + "Of a run of several data sets, those of the first.",
            "azureperf images match 4x2k --stations stations.csv",
            "azureperf images match 4x2k --stations stations.csv --out matches.csv --picture matches.svg",
            "azureperf images match 4x2k --stations stations.csv --minutes 60 --output csv > matches.csv")
    {
        Add(_run);
        Add(_stations);
        Add(_minutes);
        Add(_out);
        Add(_picture);
        SetAction((parsed, cancellationToken) => ExecuteAsync(
            open(parsed), parsed.GetRequiredValue(_run), parsed.GetRequiredValue(_stations), parsed.GetValue(_minutes),
            parsed.GetValue(_out), parsed.GetValue(_picture), cancellationToken));
    }

    private static async Task<int> ExecuteAsync(
        Session session, string text, string stations, int minutes, FileInfo? file, FileInfo? picture,
        CancellationToken cancellationToken)
    {
        RequireFilesOfTheirOwn(("--stations", stations), ("--out", file?.FullName), ("--picture", picture?.FullName));
        var readings = Read(await InputText.ReadAsync(session.Context.Terminal, stations, "--stations", cancellationToken), stations);
        using var api = session.OpenApi();
        var run = await RunPrefix.ResolveAsync(api, text, cancellationToken);
        var images = (await api.GetImagesAsync(run, cancellationToken)).Value;
        var plan = await PlanAsync(session, api, run, images.Manifest, new(readings, TimeSpan.FromMinutes(minutes)), cancellationToken);
        if (plan.Images.Count == 0)
        {
            throw new CommandFailure(StationReport.NoneMatched(readings, plan, minutes));
        }

        var (matches, unit) = await MatchAsync(session, api, run, readings, plan, cancellationToken);
        var drawn = picture is null ? "" : StationReport.Picture(run, matches, unit, plan.OfMadeGranules);
        if (file is not null)
        {
            await OutputFile.WriteAsync(file, Encoding.UTF8.GetBytes(StationReport.Csv(matches)), cancellationToken);
        }

        if (picture is not null)
        {
            await OutputFile.WriteAsync(picture, Encoding.UTF8.GetBytes(drawn), cancellationToken);
        }

        session.Write(
            () => StationReport.Table(run, matches, unit, plan, file?.FullName, picture?.FullName, session.Sheet),
            () => StationReport.Csv(matches), StationReport.Json(run, matches, unit, plan));
        return ExitCode.Ok;
    }

    /// <summary>One would replace the other.</summary>
    private static void RequireFilesOfTheirOwn(params (string Option, string? Path)[] files)
    {
        var named = files.Where(file => !string.IsNullOrWhiteSpace(file.Path) && file.Path != InputText.StandardInput);
        // Volumes that tell cases apart are rare outside Linux.
        var names = OperatingSystem.IsLinux() ? StringComparer.Ordinal : StringComparer.OrdinalIgnoreCase;
        if (named.GroupBy(file => TargetOf(file.Path!), file => file.Option, names).FirstOrDefault(same => same.Count() > 1) is { } same)
        {
            throw CommandFailure.Usage($"{string.Join(" and ", same)} name the same file: {same.Key}");
        }
    }

    /// <summary>The file itself, also where a link leads to it: files are written through links.</summary>
    private static string TargetOf(string path)
    {
        try
        {
            return new FileInfo(path) is { LinkTarget: not null } link
                ? link.ResolveLinkTarget(returnFinalTarget: true)!.FullName
                : Path.GetFullPath(path);
        }
        catch (IOException)
        {
            // The link leads nowhere. Opening the file says so.
            return Path.GetFullPath(path);
        }
    }

    private static IReadOnlyList<StationReading> Read(string text, string path)
    {
        using var reader = new StringReader(text);
        var (readings, faults) = StationFile.Read(reader);
        IEnumerable<string> more = faults.Count > MostFaultsShown ? [$"and {NumberFormat.Count(faults.Count - MostFaultsShown)} more"] : [];
        return faults.Count == 0 && readings.Count > 0
            ? readings
            : throw CommandFailure.Usage(faults.Count == 0
                ? $"--stations: {path} has no reading: write one in each line after the first"
                : string.Join('\n', faults.Take(MostFaultsShown).Concat(more).Select(fault => $"--stations: {path} {fault}")));
    }

    /// <summary>Reads the manifest, which may be larger than memory.</summary>
    private static async Task<StationPlan> PlanAsync(
        Session session, ApiClient api, string run, string manifest, StationPlan plan, CancellationToken cancellationToken)
    {
        try
        {
            await using var content = TemporaryFile.Create(1 << 16);
            await BringAsync(session, api, run, manifest, content, cancellationToken);
            await foreach (var entry in ImageManifestReader.ReadAsync(content, cancellationToken))
            {
                plan.Add(entry);
            }

            return plan;
        }
        catch (InvalidDataException exception)
        {
            throw new CommandFailure(
                $"the manifest of run {run} does not say which images there are: {exception.Message}", cause: exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new CommandFailure(
                $"{Path.GetTempPath()} does not take the manifest of run {run}: {exception.Message.TrimEnd('.')}: free space in it, or "
                    + $"name another with {(OperatingSystem.IsWindows() ? "TMP" : "TMPDIR")}",
                cause: exception);
        }
    }

    private static Task<(IReadOnlyList<StationMatch> Matches, string Unit)> MatchAsync(
        Session session, ApiClient api, string run, IReadOnlyList<StationReading> readings, StationPlan plan,
        CancellationToken cancellationToken)
    {
        var (images, unit) = (plan.Images, "");
        StationMatch[] matches = [.. readings.Select(reading => new StationMatch(reading))];
        return session.Progress.CountAsync($"{run}: images", images.Count, async progress =>
        {
            for (var done = 0; done < images.Count; progress(++done))
            {
                var (image, places) = images[done];
                var product = new StationProduct(
                    image.Name, await ImageAsync(session, api, run, image, cancellationToken), image.Times, image.Quality);
                unit = product.Image.Tags.Unit;
                foreach (var place in places)
                {
                    matches[place] = product.Match(readings[place]);
                }
            }

            return ((IReadOnlyList<StationMatch>)matches, unit);
        });
    }

    private static async Task<StoredImage> ImageAsync(
        Session session, ApiClient api, string run, PlannedStations image, CancellationToken cancellationToken)
    {
        using var content = new MemoryStream();
        var address = $"{ApiImages.PathOf(run)}/days/{ImageReport.Day(image.Day)}/{Uri.EscapeDataString(image.Key)}";
        await BringAsync(session, api, run, address, content, cancellationToken);
        try
        {
            return StoredImage.Read(content.GetBuffer().AsMemory(0, (int)content.Length));
        }
        catch (UnreadableFileException exception)
        {
            throw new CommandFailure($"image {image.Name} cannot be read: {exception.Message.TrimEnd('.')}", cause: exception);
        }
    }

    private static async Task BringAsync(
        Session session, ApiClient api, string run, string address, Stream target, CancellationToken cancellationToken)
    {
        var time = session.Context.Time;
        await api.AgainAsync(
            async () =>
            {
                target.SetLength(0);
                using var content = await api.OpenImageFileAsync(run, address, cancellationToken);
                await content.CopyToAsync(target, time, cancellationToken);
                return true;
            },
            cancellationToken);
        target.Position = 0;
    }
}
