using System.Runtime.InteropServices;
using AzurePerf.Sandbox.Native;

namespace AzurePerf.Sandbox.Launch;

/// <summary>Steps in native memory. To run them allocates nothing: after the filter the runtime could not get memory.</summary>
internal static unsafe class NativeSteps
{
    /// <summary>Exit code of a launcher that could not start its program.</summary>
    public const int NotStarted = 126;

    [StructLayout(LayoutKind.Sequential)]
    public struct Step
    {
        public nint Number;
        public nint A;
        public nint B;
        public nint C;
        public nint D;
        public nint E;
        public nint F;
        public nint Expected;
        public int HasExpected;
        public int IsAttempt;
        public byte* Frame;
    }

    public static Step* Prepare(IReadOnlyList<LaunchStep> steps)
    {
        var native = (Step*)NativeMemoryBlock.Take(sizeof(Step) * steps.Count);
        for (var i = 0; i < steps.Count; i++)
        {
            var step = steps[i];
            var frame = NativeMemoryBlock.Take(StatusFrame.Bytes);
            var told = new StatusFrame(step.IsAttempt ? StatusKind.Attempt : StatusKind.Failed, 0, step.Name);
            told.Write(new Span<byte>(frame, StatusFrame.Bytes));
            native[i] = new()
            {
                Number = SystemCallTable.Embedded.Number(step.Call),
                A = step.A,
                B = step.B,
                C = step.C,
                D = step.D,
                E = step.E,
                F = step.F,
                Expected = step.Expected ?? 0,
                HasExpected = step.Expected is null ? 0 : 1,
                IsAttempt = step.IsAttempt ? 1 : 0,
                Frame = frame,
            };
        }

        return native;
    }

    /// <summary>True when all steps did what they must; otherwise the one that did not was told.</summary>
    public static bool Run(Step* steps, int count, int status)
    {
        for (var i = 0; i < count; i++)
        {
            var step = steps + i;
            var result = LibC.SystemCall(step->Number, step->A, step->B, step->C, step->D, step->E, step->F);
            var errno = result == -1 ? Marshal.GetLastPInvokeError() : 0;
            var hasFailed = result == -1 || (step->HasExpected != 0 && result != step->Expected);
            if (step->IsAttempt != 0 || hasFailed)
            {
                *(int*)(step->Frame + 4) = errno;
                _ = LibC.Write(status, step->Frame, StatusFrame.Bytes);
            }

            if (hasFailed && step->IsAttempt == 0)
            {
                return false;
            }
        }

        return true;
    }
}
