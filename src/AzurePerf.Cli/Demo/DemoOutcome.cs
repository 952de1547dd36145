using AzurePerf.Cli.Invocation;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Demo;

/// <summary>How the runs of a demo ended.</summary>
internal sealed class DemoOutcome
{
    private readonly List<(RunResponse Run, PointListResponse Points)> _runs = [];

    /// <summary>True when every run completed and every point of its plan was measured. A run of bags alone has none.</summary>
    public bool Complete => _runs.Count > 0 && _runs.All(IsWhole);

    /// <summary>The picture that one of them made; null for none.</summary>
    public DemoPicture? Picture { get; set; }

    public void Add(RunResponse run, PointListResponse points) => _runs.Add((run, points));

    /// <summary>The sentences below the last result.</summary>
    /// <param name="took">Since the begin.</param>
    public IEnumerable<string> Summarise(TimeSpan took)
    {
        var gaps = _runs.SelectMany(entry => PointGaps.Of(entry.Points)).ToArray();
        var completed = _runs.Count(entry => entry.Run.Status == RunStatus.Completed);
        yield return $"{NumberFormat.Count(completed)} of {NumberFormat.Counted(_runs.Count, "run")} completed, "
            + $"{NumberFormat.Count(_runs.Sum(entry => Measured(entry.Points)))} of "
            + $"{NumberFormat.Counted(_runs.Sum(entry => entry.Run.Points), "point")} measured in {NumberFormat.Duration(took)}"
            + (Complete || _runs.Count == 0 ? ""
                : "; incomplete: " + string.Join(", ", _runs.Where(entry => !IsWhole(entry)).Select(entry => entry.Run.Spec.Experiment)));
        yield return RunPace.Median(gaps) is { } median
            ? $"median gap between consecutive points of a run: {NumberFormat.Duration(median)} "
                + $"({NumberFormat.Counted(gaps.Length, "gap")})"
            : "no run had consecutive points";
        yield return $"{(_runs.Any(entry => entry.Run.Emulator) ? "an emulator, few" : "few")} operations and few repetitions: this shows "
            + "that everything works, not how fast Azure is";
    }

    /// <summary>Where what it made is: each with its name.</summary>
    /// <param name="portal">Address of the portal; null where it is gone.</param>
    public IEnumerable<string> Places(Uri? portal)
    {
        if (portal is not null)
        {
            yield return "portal: " + portal.AbsoluteUri;
        }

        if (Picture is { } picture)
        {
            if (portal is not null)
            {
                yield return "images: " + picture.Page.AbsoluteUri;
            }

            if (picture.File.Length > 0)
            {
                yield return "picture: " + picture.File;
            }
        }
    }

    /// <summary>Commands to go on with, each with what it does.</summary>
    /// <param name="portal">Address of the portal; null where it is gone.</param>
    public IEnumerable<(string Command, string Does)> Next(Uri? portal)
    {
        if (portal is null || _runs.Count == 0)
        {
            return
            [
                ("azureperf demo", "keeps the portal open, with every chart"),
                ("azureperf up --secrets accounts.env", "measures your own account"),
            ];
        }

        var url = portal == new Uri(GlobalOptions.DefaultUrl) ? "" : " --url " + portal.AbsoluteUri.TrimEnd('/');
        return
        [
            ($"azureperf show {_runs[0].Run.Id}{url}", "shows the tables and notes of the first run"),
            .. Picture is { } picture
                ? [($"azureperf images download {picture.Run} --to DIR{url}", "downloads the picture, and its values as a GeoTIFF")]
                : Array.Empty<(string, string)>(),
            ($"azureperf run blob.download --set clients=1,2,4,8 --repetitions 6{url}", "measures with intervals"),
            ("azureperf up --secrets accounts.env", "measures your own account"),
        ];
    }

    private static bool IsWhole((RunResponse Run, PointListResponse Points) entry) =>
        entry.Run.Status == RunStatus.Completed && Measured(entry.Points) == entry.Run.Points
            && (entry.Run.Points > 0 || RunText.Bags(entry.Run).Any());

    private static int Measured(PointListResponse points) =>
        points.Points.Count(point => point is { Status: PointStatus.Measured, Result: not null });
}
