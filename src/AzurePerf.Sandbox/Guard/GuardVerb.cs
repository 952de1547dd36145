using AzurePerf.Sandbox.Launch;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Guard;

/// <summary>
/// The process between a worker and one program. It has a launcher ready, looks at the program, and ends all of it: when the program ends,
/// a limit is broken, the worker says so, or the worker is gone.
/// </summary>
internal static class GuardVerb
{
    public const string Name = "sandbox-guard";

    private const int SetSubReaper = 36;
    private const nint Ignore = 1;

    /// <summary>Of terminals and service managers. The worker gets them, too, and says when the program is to end.</summary>
    private static readonly int[] SignalsOfTheWorker = [1, 2, 3, 15];

    public static int Run(TimeProvider clock)
    {
        foreach (var signal in SignalsOfTheWorker)
        {
            _ = LibC.SetSignal(signal, Ignore);
        }

        if (LibC.ProcessControl(SetSubReaper, 1, 0, 0, 0) != 0)
        {
            return NotSetUp(new(SetUpStep.Launcher, Errno.NotPermitted));
        }

        GuardSession? session = null;
        try
        {
            var launcher = LauncherProcess.Start(SandboxCommand.OfThisProcess());
            session = new GuardSession(launcher, clock);
            session.WarmUp();
            if (launcher.NextStatus() is not { Kind: StatusKind.Ready } || !WorkerLine.Say(WorkerLine.Ready, []))
            {
                throw new SetUpException(SetUpStep.Launcher, 0);
            }

            if (WorkerLine.Request() is not { } message)
            {
                session.EndAll();
                return 0;
            }

            return WorkerLine.Say(WorkerLine.Ended, ReportFormat.Write(session.Run(message))) ? 0 : 1;
        }
        catch (SetUpException failure)
        {
            return NotSetUp(failure);
        }
        catch (Exception failure)
        {
            // Whatever it is: the program must not go on without its guard, and the worker is to know why.
            session?.EndAll();
            _ = WorkerLine.Say(WorkerLine.Ended, ReportFormat.Write(GuardFailure.Report(failure)));
            return 1;
        }
    }

    private static int NotSetUp(SetUpException failure)
    {
        var result = new SandboxResult { End = SandboxEnd.NotSetUp, FailedStep = failure.Step, FailedErrno = failure.Errno };
        _ = WorkerLine.Say(WorkerLine.Ended, ReportFormat.Write(new(result, 0, [])));
        return 1;
    }
}
