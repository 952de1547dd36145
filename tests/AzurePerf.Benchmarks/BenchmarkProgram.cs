using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Running;

namespace AzurePerf.Benchmarks;

/// <summary>The project without a verb: an ordinary BenchmarkDotNet host.</summary>
internal static class BenchmarkProgram
{
    private const string Usage = """
        Benchmarks of AzurePerf's own code:
          -- --filter '*'                    every benchmark (--job short for a quick look)
          -- --filter '*Histogram*'          those whose name matches
          -- --list flat                     their names
        Side by side with outside tools and bounds:
          -- versus list                     what can be compared
          -- versus recorder                 one comparison (versus --help for its options)
        """;

    public static int Run(string[] args)
    {
        if (args is [] or ["--help" or "-h"])
        {
            Console.Out.WriteLine(Usage);
            return 0;
        }

        var artifacts = Path.Combine(Directory.GetCurrentDirectory(), "artifacts", "benchmarks");
        var summaries = BenchmarkSwitcher.FromAssembly(typeof(BenchmarkProgram).Assembly)
            .Run(args, DefaultConfig.Instance.WithArtifactsPath(artifacts));
        return summaries.Any(summary => summary.HasCriticalValidationErrors || summary.Reports.Any(report => !report.Success)) ? 1 : 0;
    }
}
