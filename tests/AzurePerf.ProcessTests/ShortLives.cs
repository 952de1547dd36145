using System.Runtime.CompilerServices;

namespace AzurePerf.ProcessTests;

/// <summary>What every process of these tests inherits.</summary>
internal static class ShortLives
{
    /// <summary>Code that counts how it is used, to be compiled better later, and that is then compiled again, costs processes that live for seconds half of their time.</summary>
    [ModuleInitializer]
    internal static void CompileOnce()
    {
        Environment.SetEnvironmentVariable("DOTNET_TieredPGO", "0");
        Environment.SetEnvironmentVariable("DOTNET_TC_CallCounting", "0");
    }
}
