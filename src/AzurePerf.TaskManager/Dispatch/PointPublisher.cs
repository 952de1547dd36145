using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Runs;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Publishes the results of points.</summary>
internal sealed class PointPublisher(PointStore points)
{
    /// <summary>Publishes the point of a task that is Done or Failed; repeating it changes nothing.</summary>
    public async Task<PointRecord> PublishAsync(BenchmarkTask task, CancellationToken cancellationToken)
    {
        var point = PointOf(task);
        await points.TryPublishAsync(task.Key.RunId, point, cancellationToken);
        return point;
    }

    internal static PointRecord PointOf(BenchmarkTask task)
    {
        var result = task.Result.Length == 0 ? null : ReadResult(task);
        var failed = task.Status != BenchmarkTaskStatus.Done;
        return new()
        {
            Number = task.Order.Point ?? throw Nonsense(task, "names no point"),
            Repetition = task.Order.Repetition ?? throw Nonsense(task, "names no repetition"),
            Levels = task.Order.Levels ?? throw Nonsense(task, "has no levels"),
            Status = failed ? PointStatus.Failed : PointStatus.Measured,
            Attempt = task.Attempt,
            WorkerId = task.Owner,
            HostId = result?.HostId ?? "",
            ClaimedAt = task.ClaimedAt,
            EndedAt = task.EndedAt,
            Emulator = result?.Emulator ?? false,
            Summary = failed ? Partial(result?.Summary) : result?.Summary,
            DetailsBlob = result?.DetailsBlob ?? "",
            Error = failed ? task.Error : "",
        };
    }

    private static PointSummary? Partial(PointSummary? summary) =>
        summary is null || summary.Flags.Contains(PointFlag.Partial) ? summary : summary with { Flags = [.. summary.Flags, PointFlag.Partial] };

    private static MeasureResult ReadResult(BenchmarkTask task)
    {
        try
        {
            return JsonSerializer.Deserialize<MeasureResult>(task.Result, ApiJson.Options) ?? throw Nonsense(task, "has an empty result");
        }
        catch (JsonException exception)
        {
            throw new InvalidDataException($"task {task.Key} has a result that is not one: {exception.Message}", exception);
        }
    }

    private static InvalidDataException Nonsense(BenchmarkTask task, string complaint) => new($"task {task.Key} {complaint}");
}
