using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using AzurePerf.Core.Experiments.Compute;

namespace AzurePerf.Probes.Compute.Streams;

/// <summary>One pass of a kernel of STREAM over whole arrays.</summary>
internal static unsafe class StreamPass
{
    /// <summary>Arrays have a multiple of so many elements.</summary>
    public const int Block = 16;

    public const double Factor = 3;

    /// <summary>Overwrites the result; the second array is read by add and triad only.</summary>
    public static void Run(StreamKernel kernel, StreamStores stores, AlignedArray result, AlignedArray x, AlignedArray y)
    {
        switch (kernel, stores)
        {
            case (StreamKernel.Copy, StreamStores.Ordinary):
                Ordinary<StreamOperations.Copy>(result.Start, x.Start, y.Start, result.Length);
                break;
            case (StreamKernel.Scale, StreamStores.Ordinary):
                Ordinary<StreamOperations.Scale>(result.Start, x.Start, y.Start, result.Length);
                break;
            case (StreamKernel.Add, StreamStores.Ordinary):
                Ordinary<StreamOperations.Add>(result.Start, x.Start, y.Start, result.Length);
                break;
            case (StreamKernel.Triad, StreamStores.Ordinary):
                Ordinary<StreamOperations.Triad>(result.Start, x.Start, y.Start, result.Length);
                break;
            case (StreamKernel.Copy, _):
                NonTemporal<StreamOperations.Copy>(result.Start, x.Start, y.Start, result.Length);
                break;
            case (StreamKernel.Scale, _):
                NonTemporal<StreamOperations.Scale>(result.Start, x.Start, y.Start, result.Length);
                break;
            case (StreamKernel.Add, _):
                NonTemporal<StreamOperations.Add>(result.Start, x.Start, y.Start, result.Length);
                break;
            default:
                NonTemporal<StreamOperations.Triad>(result.Start, x.Start, y.Start, result.Length);
                break;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void Ordinary<TOperation>(double* result, double* x, double* y, long length)
        where TOperation : struct, IStreamOperation
    {
        var factor = Vector256.Create(Factor);
        for (var end = result + length; result < end; result += Block, x += Block, y += Block)
        {
            TOperation.Of(x, y, factor).StoreAligned(result);
            TOperation.Of(x + 4, y + 4, factor).StoreAligned(result + 4);
            TOperation.Of(x + 8, y + 8, factor).StoreAligned(result + 8);
            TOperation.Of(x + 12, y + 12, factor).StoreAligned(result + 12);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static void NonTemporal<TOperation>(double* result, double* x, double* y, long length)
        where TOperation : struct, IStreamOperation
    {
        var factor = Vector256.Create(Factor);
        for (var end = result + length; result < end; result += Block, x += Block, y += Block)
        {
            TOperation.Of(x, y, factor).StoreAlignedNonTemporal(result);
            TOperation.Of(x + 4, y + 4, factor).StoreAlignedNonTemporal(result + 4);
            TOperation.Of(x + 8, y + 8, factor).StoreAlignedNonTemporal(result + 8);
            TOperation.Of(x + 12, y + 12, factor).StoreAlignedNonTemporal(result + 12);
        }

        // Such stores have landed only after a fence.
        if (Sse.IsSupported)
        {
            Sse.StoreFence();
        }
    }
}
