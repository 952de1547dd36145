namespace AzurePerf.BrowserTests;

/// <summary>How a window looks at the portal.</summary>
/// <param name="Width">Of the window, in CSS pixels.</param>
/// <param name="Dark">What the system asks for.</param>
/// <param name="Scripts">False for a browser that runs none.</param>
/// <param name="Still">False for a reader who did not ask for less motion.</param>
internal sealed record Look(int Width, bool Dark = false, bool Scripts = true, bool Still = true)
{
    public static Look Desk { get; } = new(1280);

    public static Look Night { get; } = new(1280, Dark: true);

    public static Look Phone { get; } = new(390);

    public static Look WithoutScripts { get; } = new(1280, Scripts: false);
}
