using System.Runtime.InteropServices;
using AzurePerf.Cli.Output;

namespace AzurePerf.Cli.Invocation;

/// <summary>Turns Ctrl-C, SIGTERM and a closed terminal into a request to end; a second Ctrl-C or SIGTERM ends the process at
/// once.</summary>
internal sealed class Interruption(Action<int> exit) : IDisposable
{
    private readonly CancellationTokenSource _requested = new();
    private readonly List<PosixSignalRegistration> _registrations = [];
    private int _signals;

    public CancellationToken Requested => _requested.Token;

    /// <summary>Listens to the signals of this process.</summary>
    public static Interruption OfProcess()
    {
        var interruption = new Interruption(Environment.Exit);
        foreach (var signal in new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP, PosixSignal.SIGQUIT })
        {
            interruption._registrations.Add(PosixSignalRegistration.Create(signal, received =>
            {
                received.Cancel = true;
                interruption.Signal(signal);
            }));
        }

        return interruption;
    }

    /// <summary>What one signal does. A closed terminal may send several, and nobody is there any more who could be impatient.</summary>
    public void Signal(PosixSignal signal)
    {
        if (signal != PosixSignal.SIGHUP && Interlocked.Increment(ref _signals) > 1)
        {
            // The processes that this one started end by themselves when their pipe from it closes.
            exit(ExitCode.Interrupted);
            return;
        }

        _requested.Cancel();
    }

    public void Dispose()
    {
        _registrations.ForEach(registration => registration.Dispose());
        _requested.Dispose();
    }
}
