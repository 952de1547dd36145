using AzurePerf.Benchmarks;
using AzurePerf.Benchmarks.Versus;

return args is ["versus", .. var arguments]
    ? await VersusProgram.RunAsync(arguments)
    : BenchmarkProgram.Run(args);
