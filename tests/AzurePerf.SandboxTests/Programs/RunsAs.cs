namespace AzurePerf.SandboxTests.Programs;

/// <summary>Who the worker is, and so the program.</summary>
public enum RunsAs
{
    /// <summary>The worker is root, and gives the program a user of its own.</summary>
    RootWithOwnUser,

    /// <summary>The worker is an ordinary user, and the program the same.</summary>
    OrdinaryUser,
}
