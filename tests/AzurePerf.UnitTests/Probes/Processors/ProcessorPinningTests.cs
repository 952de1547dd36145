using System.Diagnostics;
using System.Globalization;
using AzurePerf.Probes.Processors;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Processors;

/// <summary>Alone in the process, from which one takes a processor away.</summary>
[Collection(nameof(AllocationCollection))]
public sealed class ProcessorPinningTests
{
    [Theory]
    [InlineData(0, 1, new[] { 2 })]
    [InlineData(1, 1, new[] { 3 })]
    [InlineData(4, 1, new[] { 2 })]
    [InlineData(1, 2, new[] { 6, 7 })]
    [InlineData(1, 3, new[] { 7, 2, 3 })]
    [InlineData(0, 9, new[] { 2, 3, 6, 7 })]
    public void Clients_take_the_allowed_processors_one_after_the_other(int client, int processors, int[] chosen) =>
        Assert.Equal(chosen, ProcessorPinning.Choose([2, 3, 6, 7], client, processors));

    [Fact]
    public void Each_core_has_a_thread_before_one_has_two() =>
        Assert.Equal([0, 2, 5, 1, 3], ProcessorPinning.SpreadOverCores([0, 1, 2, 3, 5], processor => $"{processor / 2 * 2}-{(processor / 2 * 2) + 1}\n"));

    [Fact]
    public void Where_cores_are_not_known_processors_are_taken_in_their_order() => Assert.Equal([2, 3, 6], ProcessorPinning.SpreadOverCores([6, 2, 3], _ => null));

    [Fact]
    public void Processors_that_were_taken_away_from_the_process_are_not_pinned_to()
    {
        if (!OperatingSystem.IsLinux() || Environment.ProcessorCount is 1 or > 64)
        {
            Assert.Skip("only Linux with 2 to 64 processors can take one away");
            return;
        }

        using var process = Process.GetCurrentProcess();
        var all = process.ProcessorAffinity;
        var first = PinnedTo();
        try
        {
            process.ProcessorAffinity = all & ~first;

            Assert.NotEqual(nint.Zero, PinnedTo() & process.ProcessorAffinity);
        }
        finally
        {
            process.ProcessorAffinity = all;
        }
    }

    /// <summary>The processor of the first client.</summary>
    private static nint PinnedTo()
    {
        var mask = "";
        var thread = new Thread(() =>
        {
            ProcessorPinning.PinThread(0, 1);
            mask = File.ReadLines("/proc/thread-self/status").First(line => line.StartsWith("Cpus_allowed:", StringComparison.Ordinal)).Split('\t')[1];
        });
        thread.Start();
        thread.Join();
        return nint.Parse(mask.Replace(",", "", StringComparison.Ordinal), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
    }
}
