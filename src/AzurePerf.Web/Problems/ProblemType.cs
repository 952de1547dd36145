namespace AzurePerf.Web.Problems;

/// <summary>One kind of error that the API answers. Its address is stable; the detail of an answer says what happened this time.</summary>
/// <param name="Name">Last part of its address: /problems/NAME.</param>
/// <param name="Status">HTTP status.</param>
/// <param name="Title">The same words in every answer of the kind.</param>
/// <param name="Remedy">What to do about it.</param>
internal sealed record ProblemType(string Name, int Status, string Title, string Remedy)
{
    /// <summary>The <c>type</c> of the problem document, relative to this host.</summary>
    public string Address => "/problems/" + Name;
}
