using System.Runtime.InteropServices;

namespace AzurePerf.Worker.Execution;

/// <summary>Lets a thread of its own wait for an instant, to some microseconds, without keeping a processor busy.</summary>
internal static partial class ThreadSleep
{
    private const long NanosecondsPerMicrosecond = 1_000;
    private const long NanosecondsPerMillisecond = 1_000_000;

    // A wait for a handle counts milliseconds and comes late by up to one, on Windows by up to a tick of 15.6 ms. A sleep of the system
    // comes late by about 60 microseconds; the rest is spun.
    private const long LateByAHandle = 2 * NanosecondsPerMillisecond;
    private const long LateByAHandleOnWindows = 17 * NanosecondsPerMillisecond;
    private const long LateByTheSystem = 100 * NanosecondsPerMicrosecond;

    /// <summary>Returns at the instant or shortly before it, at once when stopped.</summary>
    /// <param name="atNanoseconds">On the clock given.</param>
    /// <param name="clock">One that runs in real time.</param>
    /// <param name="stop">Ends the wait.</param>
    public static void Until(long atNanoseconds, MeasurementClock clock, CancellationToken stop)
    {
        var left = atNanoseconds - clock.Nanoseconds();
        if (MillisecondsByAHandle(left, OperatingSystem.IsWindows()) is > 0 and var milliseconds)
        {
            stop.WaitHandle.WaitOne(milliseconds);
        }
        else if (left > LateByTheSystem && !OperatingSystem.IsWindows())
        {
            OfSystem((uint)((left - LateByTheSystem) / NanosecondsPerMicrosecond));
        }
        else if (left > LateByTheSystem)
        {
            Thread.Yield();
        }
        else
        {
            Thread.SpinWait(20);
        }
    }

    /// <summary>How long a wait for a handle may last that is to end before an instant; 0 where the instant is too near for one.</summary>
    /// <param name="left">Nanoseconds until the instant.</param>
    /// <param name="isWindows">Whether it ends at a tick of Windows.</param>
    internal static int MillisecondsByAHandle(long left, bool isWindows)
    {
        var late = isWindows ? LateByAHandleOnWindows : LateByAHandle;
        return left > late ? (int)Math.Min(int.MaxValue, ((left - late) / NanosecondsPerMillisecond) + 1) : 0;
    }

    /// <summary>The cheapest sleep there is, by the system itself. A signal may end it early. Not on Windows.</summary>
    /// <param name="microseconds">Less than a million.</param>
    public static void OfSystem(uint microseconds) => _ = SleepMicroseconds(microseconds);

    [LibraryImport("libc", EntryPoint = "usleep")]
    private static partial int SleepMicroseconds(uint microseconds);
}
