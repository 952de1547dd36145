using AzurePerf.Core.Measurements;
using CsCheck;
using Xunit;
using static AzurePerf.UnitTests.Measurements.ClientMeasurements;

namespace AzurePerf.UnitTests.Measurements;

public sealed class PointSummariserPropertyTests
{
    private static readonly Gen<ClientMeasurement[]> Points =
        Gen.Select(Gen.Int[0, 5_000], Gen.Int[0, 5_000], Gen.Int[0, 1_000]).Array[1, 12].Select(spans => spans.Select((span, index) =>
        {
            var (start, length, completed) = span;
            return Client(index, start, start + length + 1, completed, completed / 2);
        }).ToArray());

    [Fact]
    public void Moving_all_clients_in_time_changes_nothing()
        => SeededProperty.Holds(
            Gen.Select(Points, Gen.Int[-10_000, 10_000]),
            point => Same(Summarise(point.Item1), Summarise(Move(point.Item1, instant => instant + (point.Item2 * 1_000_000L)))));

    [Fact]
    public void Stretching_time_divides_every_rate_and_changes_no_flag()
        => SeededProperty.Holds(
            Gen.Select(Points, Gen.Int[1, 50]),
            point =>
            {
                var (clients, factor) = (point.Item1, point.Item2);
                var (earlier, later) = (Result(clients), Result(Move(clients, instant => instant * factor)));
                var (before, after) = (earlier.Operations!, later.Operations!);
                return Close(before.OperationsPerSecond.Total, after.OperationsPerSecond.Total * factor)
                    && Close(before.OperationsPerSecond.SumOfClientMeans, after.OperationsPerSecond.SumOfClientMeans * factor)
                    && Close(before.OperationsPerSecond.InOverlap ?? -1, after.OperationsPerSecond.InOverlap * factor ?? -1)
                    && Close(before.BytesPerSecond.PerClientMean, after.BytesPerSecond.PerClientMean * factor)
                    && Close(before.OverlapRatio, after.OverlapRatio)
                    && earlier.Flags.SequenceEqual(later.Flags);
            });

    [Fact]
    public void The_order_of_clients_does_not_matter()
        => SeededProperty.Holds(Points, clients => Same(Result(clients), Result([.. clients.Reverse()])));

    [Fact]
    public void There_is_a_rate_in_the_overlap_exactly_when_the_latest_start_is_before_the_earliest_end()
        => SeededProperty.Holds(
            Points,
            clients => Summarise(clients).OperationsPerSecond.InOverlap is not null
                == clients.Max(client => client.FirstStartNanoseconds) < clients.Min(client => client.LastEndNanoseconds));

    [Fact]
    public void The_total_never_exceeds_the_sum_of_client_means()
        => SeededProperty.Holds(
            Points,
            clients => Summarise(clients).OperationsPerSecond is var rate && rate.Total <= rate.SumOfClientMeans * (1 + 1e-12));

    private static OperationSummary Summarise(ClientMeasurement[] clients) => Result(clients).Operations!;

    private static PointResult Result(ClientMeasurement[] clients) => PointSummariser.Summarise(Observed(clients));

    private static ClientMeasurement[] Move(ClientMeasurement[] clients, Func<long, long> move) =>
        [.. clients.Select(client => client with
        {
            FirstStartNanoseconds = move(client.FirstStartNanoseconds!.Value),
            LastEndNanoseconds = move(client.LastEndNanoseconds!.Value),
        })];

    private static bool Same(PointResult one, PointResult other) =>
        one.ElapsedSeconds == other.ElapsedSeconds && one.Flags.SequenceEqual(other.Flags) && Same(one.Operations!, other.Operations!);

    private static bool Same(OperationSummary one, OperationSummary other) =>
        Close(one.OperationsPerSecond.Total, other.OperationsPerSecond.Total)
        && Close(one.OperationsPerSecond.SumOfClientMeans, other.OperationsPerSecond.SumOfClientMeans)
        && Close(one.OperationsPerSecond.InOverlap ?? -1, other.OperationsPerSecond.InOverlap ?? -1)
        && Close(one.BytesPerSecond.Total, other.BytesPerSecond.Total)
        && one.StartSkewSeconds == other.StartSkewSeconds
        && one.OverlapSeconds == other.OverlapSeconds;

    private static bool Close(double one, double other) => Math.Abs(one - other) <= 1e-9 * Math.Max(Math.Abs(one), Math.Abs(other));
}
