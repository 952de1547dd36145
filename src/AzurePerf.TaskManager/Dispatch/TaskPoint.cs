using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Turns the task of a point that is Done or Failed into the point as it is published.</summary>
internal static class TaskPoint
{
    /// <summary>A point's row repeats the result next to levels, owner and error, and holds 512 Ki characters in all.</summary>
    private const int ResultCharacters = 256 * 1024;

    /// <exception cref="InvalidDataException">The task cannot be one that this program planned and a worker of it executed.</exception>
    public static PointRecord Of(BenchmarkTask task)
    {
        if (task.Result.Length > ResultCharacters)
        {
            throw Corrupt(
                task, $"has a result of {task.Result.Length} characters; at most {ResultCharacters} leave room for the rest of its point");
        }

        var result = task.Result.Length == 0 ? null : ReadResult(task);
        var measured = task is { Status: BenchmarkTaskStatus.Done, IsReused: false };
        if (measured && result?.Result is null)
        {
            throw Corrupt(task, "is done and has no result");
        }

        return new()
        {
            Number = task.Order.Point ?? throw Corrupt(task, "names no point"),
            Repetition = task.Order.Repetition ?? throw Corrupt(task, "names no repetition"),
            Levels = task.Order.Levels ?? throw Corrupt(task, "has no levels"),
            Status = StatusOf(task),
            Attempt = task.Attempt,
            WorkerId = task.Owner,
            HostId = result?.HostId ?? "",
            Build = result?.Build ?? "",
            Sdk = result?.Sdk ?? "",
            Sku = result?.Sku ?? "",
            ClaimedAt = task.ClaimedAt,
            EndedAt = task.EndedAt,
            Emulator = result?.Emulator ?? false,
            Result = measured ? result?.Result : Partial(result?.Result),
            DetailsBlob = result?.DetailsBlob ?? "",
            DetailsHash = result?.DetailsHash ?? "",
            Error = measured ? "" : task.Error,
        };
    }

    private static PointStatus StatusOf(BenchmarkTask task) => task switch
    {
        { Status: BenchmarkTaskStatus.Missed } => PointStatus.Missed,
        { IsReused: true } => PointStatus.Reused,
        { Status: BenchmarkTaskStatus.Done } => PointStatus.Measured,
        _ => PointStatus.Failed,
    };

    private static PointResult? Partial(PointResult? result) =>
        result is null || result.Flags.Contains(PointFlag.Partial) ? result : result with { Flags = [.. result.Flags, PointFlag.Partial] };

    /// <exception cref="InvalidDataException">The task's result is none.</exception>
    public static MeasureResult ReadResult(BenchmarkTask task)
    {
        try
        {
            return MeasureResultText.Read(task.Result);
        }
        catch (InvalidDataException exception)
        {
            throw new InvalidDataException($"task {task.Key} has a result that is not one: {exception.Message}", exception);
        }
    }

    private static InvalidDataException Corrupt(BenchmarkTask task, string complaint) => new($"task {task.Key} {complaint}");
}
