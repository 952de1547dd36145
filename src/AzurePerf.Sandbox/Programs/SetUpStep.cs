namespace AzurePerf.Sandbox.Programs;

/// <summary>Steps of the set-up as people read them. ASCII, at most 56 bytes: they pass through a frame of fixed size.</summary>
internal static class SetUpStep
{
    public const string User = "a user of its own for the program";
    public const string Guard = "keeping the guard of the program";
    public const string Launcher = "starting the launcher";
    public const string HandOver = "handing over the program";
    public const string NoNewPrivileges = "giving up new privileges (no_new_privs)";
    public const string Landlock = "restricting files (Landlock)";
    public const string Seccomp = "filtering system calls (seccomp)";
    public const string Folder = "opening the program's folder";
    public const string EnterFolder = "entering the program's folder as its user";
    public const string ParentDeath = "ending with the guard (PR_SET_PDEATHSIG)";
    public const string Parent = "finding the guard alive";
    public const string Descriptors = "closing descriptors";
    public const string Limit = "setting a limit of resources";
    public const string SignalDefaults = "setting signals to their defaults";
    public const string OutOfMemory = "offering the program first when memory runs out";
    public const string Execute = "executing the program";
}
