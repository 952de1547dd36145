using System.Runtime.CompilerServices;

namespace AzurePerf.ProcessTests;

/// <summary>What every process of these tests inherits.</summary>
internal static class ShortLives
{
    /// <summary>Code that counts how it is used, to be compiled better later, costs processes that live for seconds a quarter of their time.</summary>
    [ModuleInitializer]
    internal static void CompileWithoutProfiles() => Environment.SetEnvironmentVariable("DOTNET_TieredPGO", "0");
}
