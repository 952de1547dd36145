using System.Runtime.InteropServices;
using AzurePerf.Probes;
using AzurePerf.Probes.Compute;

namespace AzurePerf.Benchmarks.Compute;

/// <summary>The FFTW library, loaded into this process: one plan for one pair of arrays and one thread, the fastest that it found by measuring.</summary>
internal sealed unsafe class Fftw : IDisposable
{
    private const string Library = "libfftw3.so.3";
    private const int Forward = -1;
    private const uint Measure = 0;

    private readonly nint _library = NativeLibrary.Load(Library);
    private readonly nint _plan;
    private readonly delegate* unmanaged<nint, void> _execute;

    /// <summary>Overwrites both arrays.</summary>
    public Fftw(int length, AlignedArray input, AlignedArray output)
    {
        var plan = (delegate* unmanaged<int, double*, double*, int, uint, nint>)NativeLibrary.GetExport(_library, "fftw_plan_dft_1d");
        _plan = plan(length, input.Start, output.Start, Forward, Measure);
        _execute = (delegate* unmanaged<nint, void>)NativeLibrary.GetExport(_library, "fftw_execute");
        Version = Marshal.PtrToStringUTF8(NativeLibrary.GetExport(_library, "fftw_version")) ?? "";
    }

    /// <summary>True when the library can be loaded.</summary>
    public static bool IsPresent => NativeLibrary.TryLoad(Library, out _);

    /// <summary>What the library says of itself.</summary>
    public string Version { get; }

    public void Run() => _execute(_plan);

    public void Dispose() => ((delegate* unmanaged<nint, void>)NativeLibrary.GetExport(_library, "fftw_destroy_plan"))(_plan);
}
