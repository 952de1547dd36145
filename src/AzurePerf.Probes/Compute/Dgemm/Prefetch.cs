using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics.X86;

namespace AzurePerf.Probes.Compute.Dgemm;

/// <summary>Tells the processor what will be read soon; does nothing where the processor cannot be told.</summary>
internal static unsafe class Prefetch
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Line(double* address)
    {
        if (Sse.IsSupported)
        {
            Sse.Prefetch0(address);
        }
    }
}
