using System.Globalization;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Api;

/// <summary>What the tasks of one stage make or measure, in words, and how they stand. Tool and portal say the same.</summary>
/// <param name="run">The run.</param>
/// <param name="experiment">Its experiment; null where nobody knows it.</param>
/// <param name="stage">The stage.</param>
public sealed class TaskText(RunState run, ExperimentDefinition? experiment, StageState stage)
{
    private readonly Lazy<ImageRequest?> _images = new(() => RequestOf(run, experiment));

    /// <summary>True where the words need the order of a task, which is in a blob.</summary>
    public bool NeedsOrder => stage.PlanId.Length > 0;

    /// <summary>"812 of 1,000 tasks of reprojection are done, 3 failed, 12 running, 173 waiting"; with "about" while they are not
    /// counted.</summary>
    public static string Progress(StageTasksResponse stage)
    {
        ArgumentNullException.ThrowIfNull(stage);
        if (!stage.Planned)
        {
            return $"the tasks of {stage.Name} {(stage.Status == StageStatus.Closed ? "were never planned" : "are not planned yet")}";
        }

        if (stage.Tasks == 0)
        {
            return $"{stage.Name} has no tasks";
        }

        var verb = stage.Done == 1 ? "is" : "are";
        string[] parts =
        [
            $"{(stage.About ? "about " : "")}{NumberFormat.Count(stage.Done)} of {NumberFormat.Counted(stage.Tasks, "task")} of "
                + $"{stage.Name} {verb} done",
            .. Part(stage.Failed, "failed"),
            .. Part(stage.Running, "running"),
            .. Part(stage.Waiting, "waiting"),
            .. Part(stage.Missed, "missed"),
            .. Part(stage.Cancelled, "cancelled"),
        ];
        return string.Join(", ", parts);
    }

    /// <summary>The name of a stage as it is part of an address: "source-download".</summary>
    public static string Slug(string stage)
    {
        ArgumentNullException.ThrowIfNull(stage);
        return stage.Replace(' ', '-');
    }

    /// <summary>What a task makes or measures; empty where nothing more than its number is known.</summary>
    /// <param name="number">Of the task in its stage, from 0.</param>
    /// <param name="order">What its row says; null where it has none.</param>
    /// <param name="planned">Its order of a stage that was planned late; empty where it was not read.</param>
    public string Subject(int number, TaskOrder? order, string planned) => stage.Kind switch
    {
        StageKind.Measure => Point(number, order),
        StageKind.Prepare => "data that points read",
        StageKind.Clean => "what the run made in its target is removed",
        _ when run.Spec.Experiment == ImageStages.Experiment => Image(number, planned),
        _ => LevelText.Shortened(planned),
    };

    /// <summary>Whether a task runs a program of a user: then what it wrote is kept.</summary>
    /// <param name="planned">Its order; empty where it was not read.</param>
    public bool RunsProgram(string planned)
    {
        if (run.Spec.Experiment != ImageStages.Experiment || stage.Name != ImageStages.Reduction || planned.Length == 0)
        {
            return false;
        }

        try
        {
            return ImageOrder.Read<ReductionOrder>(planned).Reduction == RequestReductions.Program;
        }
        catch (InvalidDataException)
        {
            // Another build wrote it.
            return false;
        }
    }

    private string Point(int number, TaskOrder? order)
    {
        var workers = Math.Max(run.Spec.Workers, 1);
        var point = order?.Point ?? (number / workers) + 1;
        var levels = order?.Levels is { } known ? LevelText.Of(experiment?.Parameters ?? [], known) : "";
        string[] parts =
        [
            $"point {NumberFormat.Count(point)}",
            levels,
            order?.Repetition is { } repetition ? $"repetition {NumberFormat.Count(repetition)}" : "",
            workers > 1 ? $"worker {NumberFormat.Count((number % workers) + 1)} of {NumberFormat.Count(workers)}" : "",
        ];
        return string.Join(", ", parts.Where(part => part.Length > 0));
    }

    private string Image(int number, string planned)
    {
        try
        {
            return stage.Name switch
            {
                ImageStages.Listing => Listing(number),
                ImageStages.Manifest => "manifest and provenance",
                _ when planned.Length == 0 => "",
                ImageStages.Download =>
                    SourceFile.Read(ImageOrder.Read<DownloadOrder>(planned).File)?.Name ?? LevelText.Shortened(planned),
                ImageStages.Reprojection => Reprojection(ImageOrder.Read<ReprojectionOrder>(planned)),
                ImageStages.Aggregation => Aggregation(ImageOrder.Read<AggregationOrder>(planned)),
                ImageStages.Reduction => Reduction(ImageOrder.Read<ReductionOrder>(planned)),
                _ => LevelText.Shortened(planned),
            };
        }
        catch (InvalidDataException)
        {
            // Another build wrote it.
            return LevelText.Shortened(planned);
        }
    }

    private string Listing(int number)
    {
        if (_images.Value is not { } request || number >= request.Days.Count * request.Parts.Count)
        {
            return "";
        }

        var (day, tiles) = request.ListingOf(number);
        return $"{Day(day)}, {(tiles.Count == 1 ? $"tile {tiles[0]}" : $"tiles {tiles[0]} to {tiles[^1]} ({tiles.Count})")}";
    }

    private string Reprojection(ReprojectionOrder order) =>
        $"{OfLayer(order.Layer)}tile {order.Tile}, {Day(order.Day)}, of "
            + NumberFormat.Counted(order.Sources.Count / (_images.Value?.FilesOfGranule ?? 1), "granule");

    private string Aggregation(AggregationOrder order) =>
        $"{OfLayer(order.Layer)}tile {order.Tile}, {Days(order.First, order.Last)}, of {NumberFormat.Counted(order.Days.Count, "image")}";

    private string Reduction(ReductionOrder order) =>
        order.Reduction == RequestReductions.Program
            ? $"{order.Reduction}, {Days(order.First, order.Last)}, of {NumberFormat.Counted(order.Tiles.Count, "image")}"
            : $"{order.Reduction}, {OfLayer(order.LayerOf(0))}{Days(order.First, order.Last)}, of "
                + NumberFormat.Counted(order.Tiles.Count, "tile");

    private string OfLayer(int layer) =>
        _images.Value is { Layers.Count: > 1 } request && layer < request.Layers.Count
            ? $"{request.Layers[layer].Subject.DataSet.Name}, "
            : "";

    private static string Days(DateOnly first, DateOnly last) => first == last ? Day(first) : $"{Day(first)} to {Day(last)}";

    private static string Day(DateOnly day) => day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);

    private static IEnumerable<string> Part(int count, string word) => count > 0 ? [NumberFormat.Count(count) + " " + word] : [];

    private static ImageRequest? RequestOf(RunState run, ExperimentDefinition? experiment)
    {
        try
        {
            return experiment is not null && RunPlanner.BindStages(experiment, run.Spec) is ModisPipelineOptions options
                ? ImageRequest.Read(options).Request
                : null;
        }
        catch (InvalidDataException)
        {
            // Another build accepted it.
            return null;
        }
    }
}
