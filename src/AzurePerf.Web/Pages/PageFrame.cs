using AzurePerf.Core.Runs;
using Microsoft.AspNetCore.Mvc.ViewFeatures;

namespace AzurePerf.Web.Pages;

/// <summary>What a page tells the layout around it.</summary>
internal static class PageFrame
{
    private const string TitleKey = "Title";
    private const string SubjectKey = "Subject";
    private const string RefreshKey = "Refresh";
    private const string EventsKey = "Events";

    /// <summary>How often a page that is still changing is read again.</summary>
    private const int RefreshSeconds = 3;

    /// <summary>Version and the first twelve digits of the commit.</summary>
    public static string ShortOf(string build) =>
        build.IndexOf('+', StringComparison.Ordinal) is >= 0 and var plus && build.Length > plus + 13 ? build[..(plus + 13)] : build;

    public static void SetTitle(this ViewDataDictionary view, string title) => view[TitleKey] = title;

    /// <summary>A title that tells the page of one run from those of others.</summary>
    public static void SetTitle(this ViewDataDictionary view, string title, RunSpec run) =>
        view.SetTitle($"{title}: {(run.Name.Length > 0 ? run.Name : run.Experiment)}");

    public static string Title(this ViewDataDictionary view) => view[TitleKey] is string title ? title + " – AzurePerf" : "AzurePerf";

    /// <summary>Says what the page shows, where its title says something else or something that changes.</summary>
    public static void SetSubject(this ViewDataDictionary view, string subject) => view[SubjectKey] = subject;

    /// <summary>A name for the page as it is: its subject, or its title.</summary>
    public static string Subject(this ViewDataDictionary view) => view[SubjectKey] as string ?? view[TitleKey] as string ?? "";

    /// <summary>Says that the page shows something that still changes. A browser without scripts does not load it again by itself: what a
    /// reader opened, ticked or wrote would be lost, and the focus.</summary>
    /// <param name="view">Of the page.</param>
    /// <param name="live">False when it does not any more.</param>
    /// <param name="events">Address of server-sent events that tell when it changed; null when there are none.</param>
    public static void SetLive(this ViewDataDictionary view, bool live, string? events = null)
    {
        view[RefreshKey] = live ? RefreshSeconds : null;
        view[EventsKey] = live ? events : null;
    }

    /// <summary>Seconds after which to read the page again; null when it will not change.</summary>
    public static int? Refresh(this ViewDataDictionary view) => view[RefreshKey] as int?;

    /// <summary>Where server-sent events tell that the page changed; null when nothing does.</summary>
    public static string? Events(this ViewDataDictionary view) => view[EventsKey] as string;
}
