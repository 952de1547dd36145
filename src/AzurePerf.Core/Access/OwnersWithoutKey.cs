namespace AzurePerf.Core.Access;

/// <summary>Names that runs belong to which no key submits.</summary>
public static class OwnersWithoutKey
{
    /// <summary>The engine itself, when it tidies up after runs.</summary>
    public const string Janitor = "janitor";

    /// <summary>The sample data.</summary>
    public const string Sample = "sample";

    /// <summary>True for these and for whoever uses the machine in local mode.</summary>
    public static bool Have(string name) => name is Janitor or Sample || name == Caller.Local.Name;
}
