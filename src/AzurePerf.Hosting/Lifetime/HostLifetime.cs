using System.Runtime.InteropServices;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace AzurePerf.Hosting.Lifetime;

/// <summary>
/// What makes a host stop: SIGTERM always; Ctrl-C and a closing terminal only when no parent holds it, because those signals reach the
/// whole process group at once while the parent decides the order in which its children end.
/// </summary>
internal sealed class HostLifetime(IHostApplicationLifetime application, ParentPipe parent, ILogger<HostLifetime> logger)
    : IHostLifetime, IDisposable
{
    private readonly List<PosixSignalRegistration> _registrations = [];

    public Task WaitForStartAsync(CancellationToken cancellationToken)
    {
        Listen(PosixSignal.SIGTERM, obey: true);
        Listen(PosixSignal.SIGINT, obey: !parent.IsHeld);
        Listen(PosixSignal.SIGQUIT, obey: !parent.IsHeld);
        Listen(PosixSignal.SIGHUP, obey: !parent.IsHeld);
        parent.Watch(OnParentEnded, () => Log.EndingHard(logger, ParentPipe.Grace));
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public void Dispose()
    {
        foreach (var registration in _registrations)
        {
            registration.Dispose();
        }
    }

    private void Listen(PosixSignal signal, bool obey) => _registrations.Add(PosixSignalRegistration.Create(signal, received =>
    {
        received.Cancel = true;
        if (obey)
        {
            Log.SignalReceived(logger, signal.ToString());
            application.StopApplication();
        }
    }));

    private void OnParentEnded()
    {
        Log.ParentEnded(logger);
        application.StopApplication();
    }
}
