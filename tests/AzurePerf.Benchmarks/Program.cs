using AzurePerf.Benchmarks;
using AzurePerf.Benchmarks.Network;
using AzurePerf.Benchmarks.Versus;
using AzurePerf.Worker.Execution;

ReceivingThreads.MakeOneForEachProcessor();
return args switch
{
    ["versus", .. var arguments] => await VersusProgram.RunAsync(arguments),
    [AnsweringPeer.Verb, var key, var experiment, var parameters] => await AnsweringPeer.RunAsync(key, experiment, parameters),
    _ => BenchmarkProgram.Run(args),
};
