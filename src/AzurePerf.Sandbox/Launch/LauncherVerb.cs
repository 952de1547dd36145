using System.Runtime.InteropServices;
using AzurePerf.Sandbox.Landlock;
using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Launch;

/// <summary>
/// The process that becomes the program. It waits for a request on descriptor 0, prepares all, and runs the steps on its main thread.
/// It tells its guard on descriptor 3, which the program does not inherit.
/// </summary>
internal static unsafe class LauncherVerb
{
    public const string Name = "sandbox-launcher";

    public const int StatusDescriptor = 3;

    public static int Run()
    {
        var guard = LibC.ParentProcessId();
        try
        {
            WarmUp();
            Tell(new(StatusKind.Ready, 0, ""));
            if (DescriptorMessages.Read(0) is not { } message)
            {
                return 0;
            }

            Launch(RequestFormat.Read(message), guard);
        }
        catch (SetUpException failure)
        {
            Tell(new(StatusKind.Failed, failure.Errno, failure.Step));
        }

        return NativeSteps.NotStarted;
    }

    private static void Launch(SandboxRequest request, int guard)
    {
        if (request.UserId is null && LibC.UserId() == 0)
        {
            throw new SetUpException(SetUpStep.User, Errno.NotPermitted);
        }

        LaunchPreparation.OfferFirstWhenMemoryRunsOut();
        var abi = Math.Min(LandlockRuleset.Abi(), request.NewestLandlockAbi);
        Tell(new(StatusKind.Landlock, abi, ""));
        if (request.UserId is { } user)
        {
            FolderOwner.Give(request.Folder, user);
        }

        var prepared = LaunchPreparation.Prepare(request, guard, abi);
        var plan = request.IsProof ? ProofPlan.Of(prepared, request.WorkerProcessId) : LaunchPlan.Program(prepared);
        _ = NativeSteps.Run(NativeSteps.Prepare(plan), plan.Count, StatusDescriptor);
        _ = LibC.SystemCall(SystemCallTable.Embedded.Number("exit_group"), NativeSteps.NotStarted);
    }

    /// <summary>Has everything compiled before a program waits for it. What fails here fails again, and is told, when it counts.</summary>
    private static void WarmUp()
    {
        var request = RequestFormat.Read(RequestFormat.Write(RequestFormat.Sample));
        LaunchStep[] harmless = [new("", "getpid"), new("", "getppid") { Expected = LibC.ParentProcessId() }];
        _ = NativeSteps.Run(NativeSteps.Prepare(harmless), harmless.Length, StatusDescriptor);
        try
        {
            var prepared = LaunchPreparation.Prepare(request, 0, LandlockRuleset.Abi());
            _ = NativeSteps.Prepare(LaunchPlan.Program(prepared));
            _ = LibC.Close(prepared.Ruleset);
            _ = LibC.Close(prepared.NullDevice);
        }
        catch (SetUpException)
        {
            return;
        }
    }

    private static void Tell(StatusFrame frame)
    {
        Span<byte> bytes = stackalloc byte[StatusFrame.Bytes];
        frame.Write(bytes);
        fixed (byte* pinned = bytes)
        {
            if (LibC.Write(StatusDescriptor, pinned, StatusFrame.Bytes) != StatusFrame.Bytes)
            {
                throw new IOException($"the guard does not listen: error {Marshal.GetLastPInvokeError()}");
            }
        }
    }
}
