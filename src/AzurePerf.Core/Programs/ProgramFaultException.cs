namespace AzurePerf.Core.Programs;

/// <summary>What is wrong with a package, found deep in it; it becomes the sentence of the answer.</summary>
internal sealed class ProgramFaultException(string sentence) : Exception(sentence);
