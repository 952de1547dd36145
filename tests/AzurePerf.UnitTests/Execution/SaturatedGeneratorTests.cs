using System.Diagnostics;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Core.Probes;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

/// <summary>The real runner and the real watch on the real clock, alone in the process.</summary>
[Collection(nameof(AllocationCollection))]
public sealed class SaturatedGeneratorTests
{
    private const double OperationMilliseconds = 50;

    [Fact]
    public async Task A_generator_whose_operations_never_let_go_of_a_processor_is_flagged()
    {
        var use = new ProcessorUse();
        var result = await MeasureAsync(clients: Environment.ProcessorCount, (_, _) =>
        {
            use.Look();
            for (var started = TimeProvider.System.GetTimestamp(); TimeProvider.System.GetElapsedTime(started).TotalMilliseconds < OperationMilliseconds;)
            {
                Thread.SpinWait(100);
            }

            use.Look();
            return ValueTask.FromResult(new OperationResult(1, 1));
        });

        // Where others have the processors, this process cannot use them up. A little more than the limit, as the window is not the time between these looks.
        Assert.SkipWhen(use.Share <= GeneratorHealth.ProcessorShare + 0.05, "the machine is too busy");
        Assert.InRange(result.Generator!.ProcessorShare, GeneratorHealth.ProcessorShare, 1.1);
        Assert.Contains(PointFlag.GeneratorBound, result.Flags);
        Assert.Contains(result.Reasons, reason => reason.Flag == PointFlag.GeneratorBound);
    }

    [Fact]
    public async Task The_same_operations_waiting_instead_leave_the_generator_free()
    {
        var result = await MeasureAsync(clients: Environment.ProcessorCount, async (_, token) =>
        {
            await Task.Delay(TimeSpan.FromMilliseconds(OperationMilliseconds), TimeProvider.System, token);
            return new OperationResult(1, 1);
        });

        // What others do with the machine meanwhile is not this test's.
        Assert.InRange(result.Generator!.ProcessorShare, 0, 0.5);
        Assert.DoesNotContain(result.Reasons, reason => reason.Text.StartsWith("the worker", StringComparison.Ordinal));
    }

    private static async Task<PointResult> MeasureAsync(int clients, Func<Operation, CancellationToken, ValueTask<OperationResult>> execute) =>
        (await new ProbeRunner(new FakeOutcomes(), TimeProvider.System, new GeneratorWatch(() => null, networkLimit: null)).RunAsync(
            new FakeProbe { Execute = execute },
            new TestLoad { Clients = clients, OperationsPerClient = 0, DurationSeconds = 0.9 },
            new(),
            TestContext.Current.CancellationToken)).Result;

    /// <summary>What this process really had of the processors while its operations ran, asked of the system and not of the watch that is tested.</summary>
    private sealed class ProcessorUse
    {
        private readonly Lock _lock = new();
        private (long At, TimeSpan Used)? _first;
        private (long At, TimeSpan Used) _last;

        public double Share => (_last.Used - _first!.Value.Used) / TimeProvider.System.GetElapsedTime(_first.Value.At, _last.At) / Environment.ProcessorCount;

        public void Look()
        {
            using var process = Process.GetCurrentProcess();
            lock (_lock)
            {
                _last = (TimeProvider.System.GetTimestamp(), process.TotalProcessorTime);
                _first ??= _last;
            }
        }
    }
}
