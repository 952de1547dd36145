using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Rows;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Makes one task of the tasks of a point that several workers measured, with what they measured put together. Repeating it gives
/// the same again.</summary>
internal sealed class GangResults(MeasurementFiles files)
{
    /// <param name="point">The tasks of a point, all terminal, in order.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <exception cref="InvalidDataException">The results cannot be those of one gang.</exception>
    public async Task<BenchmarkTask> AsOneAsync(IReadOnlyList<BenchmarkTask> point, CancellationToken cancellationToken)
    {
        if (point.Count == 1)
        {
            return point[0];
        }

        return point[0] with
        {
            ClaimedAt = point.Min(task => task.ClaimedAt),
            EndedAt = point.Max(task => task.EndedAt),
            Result = await MergeAsync(point, cancellationToken) is { } merged ? JsonSerializer.Serialize(merged, RowJson.Options) : "",
        };
    }

    private async Task<MeasureResult?> MergeAsync(IReadOnlyList<BenchmarkTask> point, CancellationToken cancellationToken)
    {
        var results = new List<MeasureResult>();
        var members = new List<(PointObservation Observation, string? Log)>();
        var answered = new List<MeasureResult>();
        foreach (var task in point.Where(task => task.Result.Length > 0))
        {
            var result = TaskPoint.ReadResult(task);
            if (result.Answered)
            {
                answered.Add(result);
            }

            if (result.Result is not null && await ReadDetailsAsync(task, result, cancellationToken) is { Timing: not null } details)
            {
                results.Add(result);
                members.Add((details, await files.ReadLogAsync(result.DetailsBlob, cancellationToken)));
            }
        }

        if (members.Count == 0)
        {
            return null;
        }

        var merged = PointObservation.Merge([.. members.Select(member => member.Observation)], point.Count - answered.Count);
        var name = NameOf(point[0]);
        return results[0] with
        {
            Result = PointSummariser.Summarise(merged),
            DetailsBlob = name,
            DetailsHash = await files.PutAsync(name, merged, MemberMerge.MergeLogs(members, merged), cancellationToken),
            Emulator = results.Any(result => result.Emulator),
            Sdk = DistinctText.Of(results.Concat(answered).Select(result => result.Sdk)),
            Sku = DistinctText.Of(results.Concat(answered).Select(result => result.Sku)),
        };
    }

    private async Task<PointObservation?> ReadDetailsAsync(BenchmarkTask task, MeasureResult result, CancellationToken cancellationToken) =>
        await files.ReadAsync(result.DetailsBlob, cancellationToken)
            ?? (task.Status == BenchmarkTaskStatus.Done
                ? throw new InvalidDataException($"task {task.Key} is done, and its details are gone")
                : null);

    /// <summary>The name of the blob of the whole point: the attempt is part of it, as in those of its members.</summary>
    private static string NameOf(BenchmarkTask first) => string.Create(
        CultureInfo.InvariantCulture,
        $"{first.Key.RunId}/{first.Key.Stage.Number:D2}/point-{first.Order.Point:D7}/{first.Attempt}/details.json.gz");
}
