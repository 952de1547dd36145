namespace AzurePerf.Sandbox.Launch;

internal enum StatusKind : byte
{
    None = 0,

    /// <summary>The launcher waits for a program.</summary>
    Ready = (byte)'R',

    /// <summary>The value is the version of Landlock that is used.</summary>
    Landlock = (byte)'L',

    /// <summary>Told just before the program is executed: without it a launcher that ends was no program.</summary>
    Executing = (byte)'X',

    /// <summary>The step with the name failed with the value as error number.</summary>
    Failed = (byte)'F',

    /// <summary>The attempt with the name had the value as error number; 0: it succeeded.</summary>
    Attempt = (byte)'A',
}
