using System.Diagnostics;
using System.Runtime.InteropServices;

namespace AzurePerf.Benchmarks.Compute;

/// <summary>The triad of STREAM in C, compiled on the spot for this processor and loaded into this process, so that both sides work on the same pages.</summary>
internal sealed unsafe class CompiledTriad : IDisposable
{
    private const string Source = """
        #include <immintrin.h>
        #include <stddef.h>

        void triad(double *restrict a, const double *restrict b, const double *restrict c, double s, size_t n)
        {
            for (size_t i = 0; i < n; i++)
                a[i] = b[i] + s * c[i];
        }

        void triad_streaming(double *restrict a, const double *restrict b, const double *restrict c, double s, size_t n)
        {
        #ifdef __AVX__
            __m256d factor = _mm256_set1_pd(s);
            for (size_t i = 0; i < n; i += 4)
                _mm256_stream_pd(a + i, _mm256_add_pd(_mm256_load_pd(b + i), _mm256_mul_pd(factor, _mm256_load_pd(c + i))));
        #else
            __m128d factor = _mm_set1_pd(s);
            for (size_t i = 0; i < n; i += 2)
                _mm_stream_pd(a + i, _mm_add_pd(_mm_load_pd(b + i), _mm_mul_pd(factor, _mm_load_pd(c + i))));
        #endif
            _mm_sfence();
        }
        """;

    private readonly string _folder = Directory.CreateTempSubdirectory("azureperf-triad").FullName;
    private readonly nint _library;
    private readonly delegate* unmanaged<double*, double*, double*, double, nuint, void> _ordinary;
    private readonly delegate* unmanaged<double*, double*, double*, double, nuint, void> _streaming;

    public CompiledTriad()
    {
        var (source, library) = (Path.Combine(_folder, "triad.c"), Path.Combine(_folder, "triad.so"));
        File.WriteAllText(source, Source);
        Run("-O3", "-march=native", "-shared", "-fPIC", "-o", library, source);
        Version = Run("-dumpfullversion").Trim();
        _library = NativeLibrary.Load(library);
        _ordinary = (delegate* unmanaged<double*, double*, double*, double, nuint, void>)NativeLibrary.GetExport(_library, "triad");
        _streaming = (delegate* unmanaged<double*, double*, double*, double, nuint, void>)NativeLibrary.GetExport(_library, "triad_streaming");
    }

    /// <summary>Of the compiler.</summary>
    public string Version { get; }

    public void Ordinary(double* a, double* b, double* c, double factor, long length) => _ordinary(a, b, c, factor, (nuint)length);

    public void Streaming(double* a, double* b, double* c, double factor, long length) => _streaming(a, b, c, factor, (nuint)length);

    public void Dispose()
    {
        NativeLibrary.Free(_library);
        Directory.Delete(_folder, recursive: true);
    }

    private static string Run(params string[] arguments)
    {
        using var compiler = Process.Start(new ProcessStartInfo("gcc", arguments) { RedirectStandardOutput = true })!;
        var output = compiler.StandardOutput.ReadToEnd();
        compiler.WaitForExit();
        return compiler.ExitCode == 0 ? output : throw new InvalidOperationException($"gcc ended with {compiler.ExitCode}.");
    }
}
