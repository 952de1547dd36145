using AzurePerf.Core.Ids;

namespace AzurePerf.Web.Runs.Form;

/// <summary>The key that is made with a form, so that sending it twice makes one thing.</summary>
internal static class FormKey
{
    /// <summary>Adds what a form asks for. Sent, gone back, changed and sent again: that is another thing, one however often it is
    /// sent.</summary>
    /// <param name="key">The key of the form.</param>
    /// <param name="body">What it asks for.</param>
    /// <param name="add">Adds it under a key.</param>
    /// <param name="isReused">Whether that said that the key belongs to something else.</param>
    public static async Task<T> AddAsync<T>(string key, string body, Func<string, Task<T>> add, Func<T, bool> isReused)
    {
        var added = await add(key);
        return isReused(added) ? await add(IdText.Hash(key, body)) : added;
    }
}
