using System.IO.Compression;
using System.Text.Json;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.UnitTests.Measurements;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class OperationTypeTests
{
    private readonly RunnerScene _scene = new();

    [Fact]
    public async Task Each_type_has_latencies_outcomes_and_a_rate_of_its_own_and_together_they_are_the_point()
    {
        var probe = new TypedProbe([new("read"), new("write")], operation => operation.Index % 4 == 3 ? 1 : 0, operation =>
        {
            _scene.Advance(operation.Index % 4 == 3 ? 5 : 1);
            return operation.Index == 7 ? throw new ThrottledException() : new(100, 1);
        });

        var result = (await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 40 })).Result;
        var (read, write) = (result.OperationTypes[0], result.OperationTypes[1]);

        Assert.Equal(("read", 30, "write", 10), (read.Name, read.Operations, write.Name, write.Operations));
        Assert.Equal((1_000_000, 5_000_000), (read.Latency.MaximumNanoseconds, write.Latency.MinimumNanoseconds));
        Assert.Equal([(OperationOutcome.Ok, 9L), (OperationOutcome.Throttled, 1L)], write.Outcomes.Select(outcome => (outcome.Key, outcome.Value)));
        var all = result.Operations!;
        Assert.Equal(all.Operations, read.Operations + write.Operations);
        Assert.Equal(all.OperationsPerSecond.Total, read.OperationsPerSecond.Total + write.OperationsPerSecond.Total, 9);
        Assert.Equal(all.OperationsPerSecond.InOverlap!.Value, read.OperationsPerSecond.InOverlap!.Value + write.OperationsPerSecond.InOverlap!.Value, 9);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(200)]
    public async Task Each_operation_of_a_type_is_timed_however_many_are_handed_over_at_once(int operations)
    {
        var probe = new TypedProbe([new("read")], _ => 0, _ =>
        {
            _scene.Advance(1);
            return new(100, 1);
        });

        var read = (await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = operations })).Details.OperationTypes.Single();

        Assert.Equal(operations, read.Latencies.Count);
        Assert.Equal(operations, read.Course.Operations.Sum());
    }

    [Fact]
    public async Task Of_a_type_with_a_limit_the_successes_within_it_are_counted()
    {
        var probe = new TypedProbe([new("read") { Limit = TimeSpan.FromMilliseconds(3), PlannedShare = 2 }, new("write")], operation => (int)(operation.Index % 2), operation =>
        {
            _scene.Advance(operation.Index % 8 == 0 ? 5 : 3);
            return operation.Index == 2 ? throw new ThrottledException() : new(100, 1);
        });

        var types = (await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 40 })).Result.OperationTypes;

        Assert.Equal((20, 14, 3_000_000, 2.0), (types[0].Operations, types[0].WithinLimit, types[0].LimitNanoseconds, types[0].PlannedShare));
        Assert.Equal((20, null, null, null), (types[1].Operations, types[1].WithinLimit, types[1].LimitNanoseconds, types[1].PlannedShare));
    }

    [Fact]
    public async Task Without_types_there_are_none() => Assert.Empty((await _scene.RunAsync(FakeProbe.Immediate(_ => new(1, 1)), new TestLoad { OperationsPerClient = 3 })).Result.OperationTypes);

    [Fact]
    public async Task The_types_of_all_members_of_a_gang_are_put_together()
    {
        var probe = new TypedProbe([new("read"), new("write")], operation => (int)(operation.Index % 2), _ =>
        {
            _scene.Advance(1);
            return new(100, 1);
        });
        var details = (await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 10 })).Details;
        PointObservation[] members =
        [
            details with { Timing = MemberScene.OfLatencies(0, []).Details.Timing },
            details with { Timing = MemberScene.OfLatencies(1, []).Details.Timing, Clients = [.. details.Clients.Select(client => client with { Client = client.Client + 1 })] },
        ];

        var types = PointSummariser.Summarise(PointObservation.Merge(members, 2)).OperationTypes;

        Assert.Equal([("read", 10L), ("write", 10L)], types.Select(type => (type.Name, type.Operations)));
        Assert.Equal([10L, 10L], PointObservation.Merge(members, 2).OperationTypes.Select(type => type.Course.Operations.Sum()));
        Assert.Equal([10_000_000L, 10_000_000L], PointObservation.Merge(members, 2).OperationTypes.Select(type => type.Course.Nanoseconds.Sum()));
        var others = members[1] with { OperationTypes = [.. details.OperationTypes.Reverse()] };
        Assert.Contains("the same types", Assert.Throws<InvalidDataException>(() => PointObservation.Merge([members[0], others], 2)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(65)]
    [InlineData(2)]
    public async Task More_types_than_there_may_be_and_one_that_is_declared_twice_are_refused(int count)
    {
        var probe = new TypedProbe([.. Enumerable.Range(0, count).Select(number => new OperationType(count > 64 ? $"type {number}" : "same"))], _ => 0, _ => new(1, 1));

        Assert.Contains("64 of different names are the most", (await Assert.ThrowsAsync<ArgumentException>(() => _scene.RunAsync(probe, new TestLoad()))).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Sixty_four_types_fit_into_the_row_of_a_task()
    {
        var probe = new TypedProbe([.. Enumerable.Range(0, 64).Select(number => new OperationType($"transaction number {number} of the mix") { Limit = TimeSpan.FromMilliseconds(3), PlannedShare = 100.0 / 64 })], operation => (int)(operation.Index % 64), operation =>
        {
            _scene.Advance(1.0 + (operation.Index * 0.003_7 % 5));
            return new(100, 1);
        });
        var result = (await _scene.RunAsync(probe, new TestLoad { OperationsPerClient = 64 * 400 })).Result;

        var text = MeasureResultText.Write(new() { HostId = "host", Emulator = false, Result = result }, members: 1);

        Assert.InRange(text.Length, 1, TaskResult.MostCharacters(1));
        Assert.Equal(JsonSerializer.Serialize(result, ApiJson.Options), JsonSerializer.Serialize(MeasureResultText.Read(text).Result, ApiJson.Options));
    }

    [Fact]
    public void A_result_that_would_not_fit_into_the_row_of_its_point_is_neither_packed_nor_unpacked()
    {
        var result = new PointResult { ElapsedSeconds = 1, Flags = [], Notes = [new string('a', 300_000)] };

        Assert.DoesNotContain("gzip:", MeasureResultText.Write(new() { HostId = "host", Emulator = false, Result = result }, members: 1), StringComparison.Ordinal);

        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Optimal, leaveOpen: true))
        {
            gzip.Write(new byte[20_000_000]);
        }

        Assert.Contains(
            "more than 262144 characters",
            Assert.Throws<InvalidDataException>(() => MeasureResultText.Read("gzip:" + Convert.ToBase64String(packed.ToArray()))).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_member_of_a_large_gang_leaves_the_details_to_its_blob()
    {
        var result = new PointResult
        {
            ElapsedSeconds = 1,
            Flags = [PointFlag.RaggedEnd],
            Notes = [.. Enumerable.Range(0, 400).Select(number => $"a note with the number {number}")],
            Values = [.. Enumerable.Range(0, 200).Select(number => new PointValue($"value {number}", "", Math.Sqrt(number)))],
        };

        var text = MeasureResultText.Write(new() { HostId = "host", Emulator = false, Result = result }, members: 192);

        Assert.InRange(text.Length, 1, TaskResult.MostCharacters(192));
        Assert.Equal([PointFlag.RaggedEnd], MeasureResultText.Read(text).Result!.Flags);
    }

    private sealed class TypedProbe(IReadOnlyList<OperationType> types, Func<Operation, int> typeOf, Func<Operation, OperationResult> execute) : FakeSetup, IProbe
    {
        public IReadOnlyList<OperationType> OperationTypes => types;

        public int TypeOf(Operation operation) => typeOf(operation);

        public ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken) => ValueTask.FromResult(execute(operation));
    }
}
