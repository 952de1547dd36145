namespace AzurePerf.Sandbox.Guard;

/// <summary>Counts the stops of a program that were of no use, until the program counts as one that cannot be looked at.</summary>
/// <remarks>One good stop makes up for a few of the others, not for all: else a program could choose the one moment at which it is
/// seen.</remarks>
internal sealed class StopCount
{
    /// <summary>A program that goes on so often has itself woken, such as by a timer that sends SIGCONT.</summary>
    private const int MostFailures = 3;

    /// <summary>Stops that came too late, because a process was in one call into the kernel all the time, as when it writes a gigabyte.
    /// This many take about half a minute. A program that is nearly always in such calls cannot be checked.</summary>
    private const int MostLate = 30;

    private const int LateForOneGood = 5;

    private volatile bool _isDefied;
    private int _failures;
    private int _late;

    /// <summary>It stays so.</summary>
    public bool IsDefied => _isDefied;

    /// <summary>By one thread at a time.</summary>
    public void Good()
    {
        _failures = Math.Max(0, _failures - 1);
        _late = Math.Max(0, _late - LateForOneGood);
    }

    /// <summary>The program went on although it was stopped.</summary>
    public void Failed()
    {
        _failures++;
        Late();
    }

    /// <summary>This says nothing of whether the program wakes itself.</summary>
    public void Late()
    {
        _late++;
        _isDefied |= _failures > MostFailures || _late > MostLate;
    }
}
