using System.ComponentModel;
using System.Globalization;
using System.Runtime.InteropServices;

namespace AzurePerf.Probes.Processors;

/// <summary>Keeps a thread on processors of its own. Each must be pinned: what a pinned one starts may run on all processors again. Linux
/// only; elsewhere the system goes on to decide.</summary>
public static partial class ProcessorPinning
{
    private const int MaskWords = 16;
    private const int MaskBytes = MaskWords * sizeof(ulong);

    private static volatile AllowedProcessors _known = new([], []);

    /// <summary>Pins the calling thread.</summary>
    /// <param name="client">Clients take their processors one after the other, first one of each core, then the others of the cores; when
    /// there are no more, the first ones again.</param>
    /// <param name="processors">How many; 0 pins nothing.</param>
    /// <exception cref="Win32Exception">The system refuses.</exception>
    public static void PinThread(int client, int processors)
    {
        if (processors > 0 && ReadAllowed() is { Length: > 0 } allowed)
        {
            Pin(Choose(allowed, client, processors));
        }
    }

    /// <summary>Pins the calling thread to one processor, counted from the last one: where both sides of a connection are on one machine,
    /// the clients have the first ones.</summary>
    /// <param name="place">From 0; when there are no more processors, the last ones again.</param>
    /// <exception cref="Win32Exception">The system refuses.</exception>
    public static void PinThreadFromTheEnd(int place)
    {
        if (ReadAllowed() is { Length: > 0 } allowed)
        {
            Pin([allowed[^((place % allowed.Length) + 1)]]);
        }
    }

    /// <summary>The processors of one client, from those that the process may use.</summary>
    internal static IEnumerable<int> Choose(IReadOnlyList<int> allowed, int client, int processors) =>
        Enumerable.Range(0, Math.Min(processors, allowed.Count))
            .Select(index => allowed[(int)((((long)client * processors) + index) % allowed.Count)]);

    /// <summary>First one processor of each core, then the next of each: two threads on one core share its units while others have
    /// none.</summary>
    /// <param name="allowed">Processors that the process may use.</param>
    /// <param name="siblings">Names the core of a processor, or null where that is not known.</param>
    internal static int[] SpreadOverCores(IEnumerable<int> allowed, Func<int, string?> siblings) =>
        [.. allowed.GroupBy(processor => siblings(processor) ?? processor.ToString(CultureInfo.InvariantCulture))
            .SelectMany(core => core.Order().Select((processor, place) => (place, processor)))
            .Order()
            .Select(placed => placed.processor)];

    private static void Pin(IEnumerable<int> processors)
    {
        var mask = new ulong[MaskWords];
        foreach (var processor in processors)
        {
            mask[processor / 64] |= 1UL << (processor % 64);
        }

        if (SetAffinity(0, MaskBytes, mask) != 0)
        {
            throw new Win32Exception(Marshal.GetLastPInvokeError());
        }
    }

    /// <summary>The processors that the process may use now: a container's may change while it runs. They are those of the main thread,
    /// which is never pinned.</summary>
    private static int[] ReadAllowed()
    {
        var mask = new ulong[MaskWords];
        if (!OperatingSystem.IsLinux() || GetAffinity(Environment.ProcessId, MaskBytes, mask) < 0)
        {
            return [];
        }

        var known = _known;
        if (!known.Mask.AsSpan().SequenceEqual(mask))
        {
            known = new(mask, SpreadOverCores(
                Enumerable.Range(0, MaskBytes * 8).Where(processor => (mask[processor / 64] & (1UL << (processor % 64))) != 0),
                Siblings));
            _known = known;
        }

        return known.Processors;
    }

    /// <summary>Null where it is not told, as in some sandboxes: then each counts as a core.</summary>
    private static string? Siblings(int processor) => SystemFile.Read(string.Create(
        CultureInfo.InvariantCulture, $"/sys/devices/system/cpu/cpu{processor}/topology/thread_siblings_list"));

    [LibraryImport("libc", EntryPoint = "sched_setaffinity", SetLastError = true)]
    private static partial int SetAffinity(int thread, nint bytes, [In] ulong[] mask);

    [LibraryImport("libc", EntryPoint = "sched_getaffinity", SetLastError = true)]
    private static partial int GetAffinity(int thread, nint bytes, [In, Out] ulong[] mask);

    private sealed record AllowedProcessors(ulong[] Mask, int[] Processors);
}
