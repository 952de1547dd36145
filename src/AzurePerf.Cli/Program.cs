using AzurePerf.Cli;
using AzurePerf.Cli.Invocation;

using var interruption = Interruption.OfProcess();
return await new AzurePerfTool(CommandContext.OfProcess()).RunAsync(args, interruption.Requested);
