using AzurePerf.Core.Programs;
using AzurePerf.Sandbox;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace AzurePerf.Worker.Programs;

/// <summary>Gives a worker what runs programs of users.</summary>
internal static class ProgramSetup
{
    /// <summary>Adds the sandbox. A host that was told nothing of programs refuses them.</summary>
    public static void AddPrograms(this IServiceCollection services)
    {
        services.TryAddSingleton(new WorkerProgramOptions());
        services.TryAddSingleton<ProgramOptions>(provider => provider.GetRequiredService<WorkerProgramOptions>());
        services.TryAddSingleton(_ => SandboxCommand.OfThisProcess());
        services.TryAddSingleton<SandboxTrial>(provider =>
        {
            var command = provider.GetRequiredService<SandboxCommand>();
            return (folder, user, cancellation) => SandboxProof.RunAsync(command, folder, user, cancellation);
        });
        services.AddSingleton<ProgramFolders>();
        services.AddSingleton<ProgramPackages>();
        services.AddSingleton<InputRoom>();
        services.AddSingleton<ProgramSandbox>();
        services.AddSingleton<RevocationWatch>();
        services.AddSingleton<ProgramLogs>();
    }
}
