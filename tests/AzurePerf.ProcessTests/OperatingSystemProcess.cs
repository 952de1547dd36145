using System.Globalization;
using System.Runtime.InteropServices;

namespace AzurePerf.ProcessTests;

/// <summary>Signals, and whether a process that is not our child still runs.</summary>
internal static partial class OperatingSystemProcess
{
    public const int Interrupt = 2;
    public const int Kill = 9;
    public const int Terminate = 15;
    public const int Continue = 18;
    public const int Stop = 19;

    /// <summary>A host ends by itself, at the latest hard, 15 s after its parent.</summary>
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(20);

    public static void Signal(int processId, int signal) => Assert.True(TrySignal(processId, signal));

    /// <summary>False when there is no such process any more.</summary>
    public static bool TrySignal(int processId, int signal) => SendSignal(processId, signal) == 0;

    /// <summary>Returns when none of the processes runs any more; fails with those that still do after 20 s.</summary>
    public static async Task AllEndAsync(IReadOnlyCollection<int> processIds)
    {
        var started = TimeProvider.System.GetTimestamp();
        while (processIds.Any(Runs))
        {
            Assert.True(TimeProvider.System.GetElapsedTime(started) < EndLimit, "still running: " + string.Join(", ", processIds.Where(Runs)));
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, TestContext.Current.CancellationToken);
        }
    }

    /// <summary>A process that has ended but was not collected by its new parent does not run.</summary>
    public static bool Runs(int processId)
    {
        try
        {
            var status = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/stat"));
            return status[status.LastIndexOf(')') + 2] is not ('Z' or 'X');
        }
        catch (Exception gone) when (gone is FileNotFoundException or DirectoryNotFoundException or IOException)
        {
            return false;
        }
    }

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int SendSignal(int processId, int signal);
}
